import { expect, it } from 'vitest';
import type { DescribedSource } from '../../../send/request/body';
import { ownLoggedModel } from '../../../send/request/ownInputs';

it.each([
  ['that of the document', 'own', 'own'],
  ['asked for if the document names none', null, null],
  ['asked for if that of the document is empty, as in a new training job', '', null],
])('the model that a document is logged for is %s', (_, modelId, model) => {
  expect(ownLoggedModel({ kind: 'training-job', modelId } as DescribedSource['summary'])).toBe(model);
});
