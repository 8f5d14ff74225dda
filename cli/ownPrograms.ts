/**
 * Programs that parse their own arguments, and handle signals and closed pipes themselves: commands of this one, and
 * in `bin` programs with names of their own. Each takes its name and its arguments.
 */
export const ownPrograms = {
  async lsp(name: string, args: readonly string[]): Promise<void> {
    const { runLanguageServer } = await import('../server/stdio/program');
    const { diskFiles } = await import('../server/viewedFiles/diskFile');
    runLanguageServer(name, args, diskFiles(__filename));
  },
  async service(name: string, args: readonly string[]): Promise<void> {
    const { runService } = await import('../server/service/program');
    await runService(name, args);
  },
};

export type OwnProgram = keyof typeof ownPrograms;

export function isOwnProgram(command: string | undefined): command is OwnProgram {
  return command !== undefined && Object.hasOwn(ownPrograms, command);
}
