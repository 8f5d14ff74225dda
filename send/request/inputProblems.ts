import { isUuid, logEndpoint } from './endpoint';

/** Why a model id is invalid for logging, or null. */
export function loggingModelProblem(modelId: string): string | null {
  if (modelId === '') return 'Enter a model id.';
  const result = logEndpoint('https://localhost', modelId);
  return result.ok ? null : result.message;
}

/** Why a model id is invalid for a training job, or null. The interface document requires a UUID. */
export function trainingModelProblem(modelId: string): string | null {
  return isUuid(modelId) ? null : 'The model id of a training job is a UUID, such as 3f2a1b9c-….';
}

/** Why a split is invalid, or null. */
export function splitProblem(split: string): string | null {
  return split === '' ? 'Enter the name of a split.' : null;
}
