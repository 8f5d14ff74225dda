import { text } from 'node:stream/consumers';
import { tokenProblem } from '../../send/request/token';
import { stop } from './stop';

/**
 * The access token, from the environment or standard input. Never from an argument: all users of a machine can see
 * arguments.
 */
export async function readToken(isFromInput: boolean): Promise<string> {
  // Typed input would be echoed.
  if (isFromInput && process.stdin.isTTY)
    stop('Standard input is a terminal. Pipe the access token in, or set TRAJECTORY_TOKEN.');
  const token = isFromInput ? (await text(process.stdin)).trim() : process.env['TRAJECTORY_TOKEN'];
  if (token === undefined || token === '')
    return stop(
      isFromInput
        ? 'Standard input contains no access token.'
        : 'No access token. Set TRAJECTORY_TOKEN, or pipe it in with --token-stdin.',
    );
  const problem = tokenProblem(token);
  return problem === null ? token : stop(problem);
}
