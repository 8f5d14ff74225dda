import { sliceText } from '../text/text';
import type { DetectionInput } from './detectionInput';

/** Code units in which one of our names is expected. */
const maxSearchedLength = 16_384;
/** Shorter text may be an unfinished document of ours. */
const minForeignLength = 300;

/** Whether JSON with syntax errors is surely not ours: it is large, and has none of our names. */
export function isForeign({ text, schemas }: Pick<DetectionInput, 'text' | 'schemas'>): boolean {
  if (text.length < minForeignLength) return false;
  const head = sliceText(text, 0, Math.min(maxSearchedLength, text.length));
  const { groups, trajectories, messages, modelId, config } = schemas.names;
  return ![groups, trajectories, messages, modelId, config].some((name) => head.includes(name));
}
