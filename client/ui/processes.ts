/** Whether a process of this machine is running. */
export function isAlive(process: number): boolean {
  try {
    globalThis.process.kill(process, 0);
    return true;
  } catch (error) {
    // EPERM says that it runs and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
