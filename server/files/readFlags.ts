import { constants } from 'node:fs';

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/**
 * Flags with which a file is opened for reading. Without O_NONBLOCK, which Windows does not have, opening a named pipe
 * waits for its other end.
 */
export const readFlags = O_RDONLY | O_NONBLOCK;
