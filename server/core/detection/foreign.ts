import { sliceText } from '../text/text';
import type { DetectionInput } from './detectionInput';

/** Code units in which a name of ours would stand. */
const maxSearchedLength = 16_384;
/** Code units that nobody writes without one of our names. */
const minForeignLength = 300;

/** Whether JSON with mistakes in it is nothing of ours nevertheless: it is large, and has none of our names. */
export function isForeign({ text, schemas }: DetectionInput): boolean {
  if (text.length < minForeignLength) return false;
  const head = sliceText(text, 0, Math.min(maxSearchedLength, text.length));
  const { groups, trajectories, messages, modelId, config } = schemas.names;
  return ![groups, trajectories, messages, modelId, config].some((name) => head.includes(name));
}
