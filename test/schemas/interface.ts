/**
 * The fields of the documented interface, copied from its tables by hand, to check the schemas against. The only
 * place outside `schemas/` that lists them.
 *
 * A field is `name: type`, with `!` after the name if the interface requires it.
 */
export const documented: Readonly<Record<string, readonly string[]>> = {
  'log-request.json': ['split!: string', 'trajectory_groups!: array of trajectory-group'],
  'parts.json#/$defs/trajectory-group': ['trajectories: array of trajectory'],
  'parts.json#/$defs/trajectory': [
    'messages_and_choices: array of message',
    'reward: number',
    'tools: array of tool',
    'additional_histories: array',
    'metrics: object',
    'auto_metrics: object',
    'metadata: object',
    'logs: array',
    'start_time: string, date-time',
  ],
  'parts.json#/$defs/message': ['content: string', 'role: string', 'name: string'],
  'parts.json#/$defs/tool': ['function: function', 'type: string'],
  'parts.json#/$defs/function': [
    'name: string',
    'description: string',
    'parameters: object',
    'strict: boolean',
  ],
  'training-job.json': [
    'model_id!: string, uuid',
    'trajectory_groups!: array of trajectory-group',
    'experimental_config: training-config.json',
  ],
  'training-config.json': [
    'advantage_balance: number',
    'epsilon: number',
    'epsilon_high: number',
    'importance_sampling_level: string',
    'vendor_k2_tau: number',
    'learning_rate: number',
    'mask_prob_ratio: boolean',
    'max_negative_advantage_importance_sampling_weight: number',
    'ppo: boolean',
    'precalculate_logprobs: boolean',
    'scale_rewards: boolean',
  ],
  'responses.json#/$defs/training-job': ['id!: string, uuid'],
  'responses.json#/$defs/validation-error-body': ['detail: array of validation-error'],
  'responses.json#/$defs/validation-error': ['loc: array of string', 'msg: string', 'type: string'],
};
