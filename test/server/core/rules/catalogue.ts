import { expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../server/core/document';
import { open, options } from '../support';

export const job: DocumentOptions = { language: 'trajectory', name: 'test.training-job.json' };
export const uuid = '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77';

/**
 * The catalogue of problems by example: rows of text and all problems listed for it, checked in
 * every kind of document that can contain the text.
 */

/** Every kind of document around a trajectory. */
export const around: Record<string, readonly [DocumentOptions, (trajectory: string) => string]> = {
  'a log request': [
    options.trajectory,
    (t) => `{"split": "train", "trajectory_groups": [{"trajectories": [${t}]}]}`,
  ],
  'a training job request': [
    options.trajectory,
    (t) => `{"model_id": "${uuid}", "trajectory_groups": [{"trajectories": [{}, ${t}]}]}`,
  ],
  'a group': [options.trajectory, (t) => `{"trajectories": [${t}]}`],
  'a line of JSON Lines': [options.lines, (t) => `{"trajectories": [{}]}\n\n{"trajectories": [${t}]}\n`],
};

/** Every kind of document around a config. */
export const aroundConfig: Record<string, readonly [DocumentOptions, (config: string) => string]> = {
  'a training config': [options.config, (config) => config],
  'a training job request': [
    options.trajectory,
    (config) =>
      `{"model_id": "${uuid}", "trajectory_groups": [{"trajectories": [{}]}], "experimental_config": ${config}}`,
  ],
};

/** Severity, code, marked text and message of each problem, in list order. */
export function listed(content: string, how: DocumentOptions = options.trajectory): string[] {
  return problemsOf(open(content, how)).map(
    ({ severity, code, from, to, message }) => `${severity} ${code} ⟦${content.slice(from, to)}⟧ ${message}`,
  );
}

export type Row = readonly [text: string, ...problems: string[]];

/** Tests each row in every kind of document. */
export function everywhere(places: typeof around, rows: readonly Row[]): void {
  for (const [where, [how, document]] of Object.entries(places)) {
    it.each(rows)(`in ${where}: %s`, (text, ...problems) => {
      expect(listed(document(text), how)).toEqual(problems);
    });
  }
}

export function documents(
  rows: readonly (readonly [text: string, how: DocumentOptions, ...problems: string[]])[],
): void {
  it.each(rows.map(([text, how, ...problems]) => ({ text, how, problems })))(
    '$text',
    ({ text, how, problems }) => {
      expect(listed(text, how)).toEqual(problems);
    },
  );
}
