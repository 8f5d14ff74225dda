import type { Connection } from 'vscode-languageserver';
import { type Document, problemLimit, problemsOf } from '../core/document';
import { compilerFailure } from '../core/features/hints/compileSchema';
import { findHints } from '../core/features/hints/hints';
import type { Problem } from '../core/schema/problem';
import type { Work } from '../core/work';
import type { ServerNotifications } from '../protocol';
import { toDiagnostic } from './convert';
import { type Later, workForAWhile } from './slices';

/** A document as the client sees it now. */
interface Shown {
  readonly uri: string;
  readonly version: number;
  readonly document: Document;
}

/**
 * Tells the client of a document what it does not ask for: what it has been taken for, its problems, and hints
 * where they are switched on. Hints that take long come later than the problems, in a second list.
 */
export class Publisher {
  private readonly shown = new Map<string, Shown>();
  private readonly connection: Connection;
  private readonly later: Later;
  private hints = false;
  private isCompilerTold = false;

  constructor(connection: Connection, later: Later) {
    this.connection = connection;
    this.later = later;
  }

  show(uri: string, version: number, document: Document): void {
    const { kind } = document.type;
    if (this.shown.get(uri)?.document.type.kind !== kind) {
      const params: ServerNotifications['trajectory/kind'] = { uri, kind };
      void this.connection.sendNotification('trajectory/kind' satisfies keyof ServerNotifications, params);
    }
    this.publish({ uri, version, document });
  }

  /** The document is closed: nothing of it is shown any longer. */
  forget(uri: string): void {
    this.shown.delete(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Switches hints on or off, in the documents that are shown too. */
  setHints(hints: boolean): void {
    if (hints === this.hints) return;
    this.hints = hints;
    for (const { uri, version, document } of this.shown.values()) this.publish({ uri, version, document });
  }

  private publish(shown: Shown): void {
    this.shown.set(shown.uri, shown);
    const problems = problemsOf(shown.document);
    if (!this.hints) return this.send(shown, problems);
    const work = findHints(shown.document, problemLimit - problems.length);
    if (this.run(shown, problems, work)) return;
    this.send(shown, problems);
    this.later(() => this.goOn(shown, problems, work));
  }

  private goOn(shown: Shown, problems: readonly Problem[], work: Work<Problem[]>): void {
    // Another text, or another setting, is shown by now.
    if (this.shown.get(shown.uri) !== shown) return;
    if (!this.run(shown, problems, work)) this.later(() => this.goOn(shown, problems, work));
  }

  /** Looks for hints for a while; true when all are found and sent. */
  private run(shown: Shown, problems: readonly Problem[], work: Work<Problem[]>): boolean {
    const done = workForAWhile(work);
    if (done === null) return false;
    this.send(shown, [...problems, ...done.result]);
    this.tellOfCompiler();
    return true;
  }

  /** Says once why nothing is said of the schemas that documents bring along, where that is so. */
  private tellOfCompiler(): void {
    const failure = this.isCompilerTold ? null : compilerFailure();
    if (failure === null) return;
    this.isCompilerTold = true;
    this.connection.console.warn(
      `The parameters of tools are not checked, nor arguments of calls against them, because this host forbids to evaluate code: ${failure}`,
    );
  }

  private send({ uri, version, document }: Shown, problems: readonly Problem[]): void {
    const diagnostics = problems.map((problem) => toDiagnostic(document.text, uri, problem));
    void this.connection.sendDiagnostics({ uri, version, diagnostics });
  }
}
