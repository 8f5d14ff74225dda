import { describe, expect, it } from 'vitest';
import type { DescribedDocument } from '../../../send/request/body';
import { ownTrainedModel } from '../../../send/request/ownInputs';
import { logRequestBody, trainingJobBody } from '../../../send/request/requestBodies';
import { submissionOf } from '../../../send/submission';
import type { DocumentSummary } from '../../../server/protocol';
import { bodyText, sourceOf, submissionTo } from '../submissions';

const groups = '[{"trajectories": []}]';

function described(text: string, about: Partial<DocumentSummary>): DescribedDocument {
  const at = (part: string) => ({ from: text.indexOf(part), to: text.indexOf(part) + part.length });
  const config = /\{"lora_rank": \d+\}/.exec(text)?.[0];
  const summary: DocumentSummary = {
    version: 1,
    kind: 'log-request',
    errors: 0,
    warnings: 0,
    split: null,
    modelId: null,
    groups: { kind: 'array', slice: at(groups) },
    config: config === undefined ? null : at(config),
    groupCount: 1,
    trajectoryCount: 0,
    mixedLine: null,
    ...about,
  };
  return { source: sourceOf(text), summary };
}

describe('A request body', () => {
  const job = ` {"model_id": "own", "trajectory_groups": ${groups}, "experimental_config": {"lora_rank": 8}}`;
  const training = described(job, { kind: 'training-job', modelId: 'own' });
  const log = described(`{"split": "own", "trajectory_groups": ${groups}}\n`, { split: 'own' });

  it('of a training job is its text only for its own model and config', () => {
    expect(bodyText(trainingJobBody({ groups: training, config: null, modelId: 'own' })!)).toBe(job);
    expect(bodyText(trainingJobBody({ groups: training, config: null, modelId: 'other' })!)).toBe(
      `{"model_id":"other","trajectory_groups":${groups},"experimental_config":{"lora_rank": 8}}`,
    );
    const config = described('{"lora_rank": 8} ', { kind: 'training-config', groups: null });
    const other = described(job.replace('8', '16'), { kind: 'training-job', modelId: 'own' });
    expect(bodyText(trainingJobBody({ groups: other, config, modelId: 'own' })!)).toBe(
      `{"model_id":"own","trajectory_groups":${groups},"experimental_config":{"lora_rank": 8}}`,
    );
  });

  it('of a log request is its text only for its own split', () => {
    expect(bodyText(logRequestBody(log, 'own')!)).toBe(log.source.text);
    expect(bodyText(logRequestBody(log, 'other')!)).toBe(`{"split":"other","trajectory_groups":${groups}}`);
  });
});

describe('The model that a document is to train', () => {
  const modelOf = (about: Pick<DocumentSummary, 'kind' | 'modelId'>) =>
    ownTrainedModel(described('{}', { ...about, groups: null }).summary);
  const uuid = '8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11';

  it('is that of a training job, even without a valid one', () => {
    for (const modelId of [uuid, 'x', '']) expect(modelOf({ kind: 'training-job', modelId })).toBe(modelId);
    expect(modelOf({ kind: 'training-job', modelId: null })).toBe('');
  });

  it('is that of a log request only if it can be trained', () => {
    expect(modelOf({ kind: 'log-request', modelId: uuid })).toBe(uuid);
    for (const modelId of ['support-agent', null])
      expect(modelOf({ kind: 'log-request', modelId })).toBe(null);
  });
});

it('How lines are grouped is recorded with a request', async () => {
  const groups = { ...described('{}', {}), grouping: 'each' } as const;
  const request = await submissionTo('http://127.0.0.1:9');
  expect(await submissionOf('log', request, { groups, config: null })).toMatchObject({ grouping: 'each' });
});
