/** A kind of JSON object that people have in place of a trajectory, a group or a request. */
interface JsonShape {
  /** Names that identify it; `log.entries` is a name inside the only property of an object. */
  readonly has: readonly string[];
  /** All names that it may have; null if it may have any. */
  readonly only: ReadonlySet<string> | null;
  /** Noun phrases for one, and for several. */
  readonly one: string;
  readonly many: string;
  /** A sentence on what to do first, after a space; empty if there is none. */
  readonly next: string;
}

function shape(has: string, one: string, many = `${one.replace(/^an? /, '')}s`, next = ''): JsonShape {
  return { has: has.split(' '), only: null, one, many, next };
}

function jsonSchema(has: string): JsonShape {
  const next = ' Open the data that the schema describes.';
  return shape(has, 'a JSON Schema', 'JSON Schemas', next);
}

/** Names in error responses. Results of other programs have an "error", too, beside others, and often null. */
const namesOfErrors: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'detail', 'details', 'message', 'msg', 'type', 'title', 'code', 'param'],
  ...['status', 'statusCode', 'status_code', 'success', 'ok', 'reason', 'error_code', 'error_type'],
  ...['error_description', 'error_uri', 'documentation_url', 'instance', 'object', 'path', 'trace'],
  ...['timestamp', 'id', 'request_id', 'requestId', 'jsonrpc'],
]);

function errorResponse(has: string): JsonShape {
  const next = ' Open the request to which the service responded.';
  const response = shape(has, 'an error response from a service', 'error responses from a service', next);
  return { ...response, only: namesOfErrors };
}

/** A shape with conversations in a notation of its own. */
function conversation(has: string, one: string, many?: string): JsonShape {
  return shape(has, one, many, ' Convert the turns to messages with role and content first.');
}

/** Most specific first. */
const shapes: readonly JsonShape[] = [
  jsonSchema('$schema properties'),
  jsonSchema('$schema definitions'),
  jsonSchema('$schema $defs'),
  jsonSchema('$schema $ref'),
  jsonSchema('$defs type'),
  shape('openapi info', 'an OpenAPI description'),
  shape('swagger info', 'an OpenAPI description'),
  shape('nbformat cells', 'a Jupyter notebook'),
  shape(
    'rows features',
    'a page of a dataset viewer',
    'pages of a dataset viewer',
    ' Download the dataset itself.',
  ),
  shape(
    'dataset config rows',
    'a page of a dataset viewer',
    'pages of a dataset viewer',
    ' Download the dataset itself.',
  ),
  shape('traceEvents', 'a performance trace'),
  shape('log.version log.entries', 'a recording of HTTP requests (HAR)', 'recordings of HTTP requests (HAR)'),
  shape('resourceSpans', 'an OpenTelemetry trace', 'OpenTelemetry traces'),
  shape('model_type architectures', 'a model configuration'),
  shape('name version dependencies', 'a package manifest'),
  shape('name version scripts', 'a package manifest'),
  conversation('trajectory history info', 'an SWE-agent trajectory', 'SWE-agent trajectories'),
  conversation('trajectory environment', 'an SWE-agent trajectory', 'SWE-agent trajectories'),
  conversation('instance_id history', 'OpenHands output', 'OpenHands outputs'),
  shape('instance_id model_patch', 'a SWE-bench prediction'),
  shape('instance_id problem_statement', 'a SWE-bench task'),
  shape('eval samples', 'an Inspect log'),
  shape('eval plan results', 'an Inspect log'),
  shape('tasks simulations info', 'a τ²-bench result'),
  shape('traj task_id reward', 'a τ-bench run'),
  conversation('answer_generation', 'a ToolBench answer'),
  conversation('win tree', 'a ToolBench answer'),
  shape('question_id choices', 'an MT-bench answer'),
  conversation('question_id turns', 'an MT-bench question'),
  shape('run_id event_id type', 'an OpenAI eval event'),
  shape('run_id event_id data', 'an OpenAI eval event'),
  shape('run_type inputs', 'a LangSmith run'),
  shape('evalId results config', 'a promptfoo result'),
  conversation(
    'title mapping current_node',
    'a conversation exported from ChatGPT',
    'conversations exported from ChatGPT',
  ),
  conversation(
    'parentUuid isSidechain message',
    'a message of a Claude Code session',
    'messages of a Claude Code session',
  ),
  shape('custom_id body url', 'a batch request'),
  shape('custom_id response', 'a batch response'),
  shape('responses_create_params', 'a NeMo Gym record'),
  shape('choices usage', 'a response from a chat service', 'responses from a chat service'),
  shape('choices object', 'a response from a chat service', 'responses from a chat service'),
  shape('output object', 'a response from a chat service', 'responses from a chat service'),
  shape('content stop_reason usage', 'a response from a chat service', 'responses from a chat service'),
  shape('messages model', 'a request to a chat service', 'requests to a chat service'),
  shape('messages', 'a chat conversation'),
  conversation('conversations', 'a chat conversation'),
  conversation('conversation', 'a chat conversation'),
  shape('chosen rejected', 'a preference pair'),
  shape('chosen_messages rejected_messages', 'a preference pair'),
  shape('prompt completion', 'a prompt with its completion', 'prompts with completions'),
  shape('prompt response', 'a prompt with its response', 'prompts with responses'),
  shape('prompt label', 'a prompt with a label', 'prompts with labels'),
  shape('instruction output', 'an instruction with its output', 'instructions with outputs'),
  shape('question answer', 'a question with its answer', 'questions with answers'),
  shape('problem solution', 'a problem with its solution', 'problems with solutions'),
  shape('input ideal', 'an eval sample'),
  shape('input target', 'an eval sample'),
  shape('role content', 'a chat message'),
  conversation('role parts', 'a chat message'),
  conversation('from value', 'a chat message'),
  shape('level message', 'a log entry', 'log entries'),
  shape('level msg', 'a log entry', 'log entries'),
  shape('level event', 'a log entry', 'log entries'),
  shape('timestamp message', 'a log entry', 'log entries'),
  shape('step loss', 'a training metrics record'),
  errorResponse('detail'),
  errorResponse('error'),
  shape('text', 'a text record'),
];

/** The shape of an object with these names; null if unknown. */
export function shapeOfKeys(keys: ReadonlySet<string>): JsonShape | null {
  const isOnly = (only: ReadonlySet<string> | null): boolean =>
    only === null || [...keys].every((key) => only.has(key));
  return shapes.find(({ has, only }) => has.every((name) => keys.has(name)) && isOnly(only)) ?? null;
}

/** Some of the names, as a message shows them. */
export function shownKeys(keys: ReadonlySet<string>): string {
  const names = [...keys].slice(0, 3).map(shownName);
  return names.join(', ') + (keys.size > names.length ? ', …' : '');
}

export function shownName(name: string): string {
  return name.length > 30 ? `${name.slice(0, 29)}…` : name;
}

export function quotedNames(names: readonly string[]): string {
  return names.map((name) => `"${shownName(name)}"`).join(', ');
}
