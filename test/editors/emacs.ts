import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { run } from '../package/install';
import { exited } from '../server/client';
import type { Editor, Home } from './editor';

/** The differences between the two Emacs clients, in Lisp. */
export interface EmacsClient {
  /** Stops the buffer's server. */
  readonly shutdown: string;
  /** The hover text at point, with its properties; nil while there is none. */
  readonly hover: string;
  readonly quickFix: string;
  /** Marks the client's current problems again, as happens when the user pauses. */
  readonly refresh: string;
}

export const eglot: EmacsClient = {
  shutdown: '(eglot-shutdown (eglot-current-server))',
  hover: `(let (hover)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq hover text)))
    (with-timeout (300) (while (not hover) (accept-process-output nil 0.05)))
    hover)`,
  quickFix: '(eglot-code-actions (point) (point) "quickfix" t)',
  refresh: '(when flymake-mode (flymake-start))',
};

export const lspMode: EmacsClient = {
  shutdown: '(progn (setq lsp-restart (quote ignore)) (lsp-workspace-shutdown (car (lsp-workspaces))))',
  hover: `(progn (lsp-describe-thing-at-point)
    (with-current-buffer "*lsp-help*" (buffer-string)))`,
  quickFix: '(lsp-execute-code-action-by-kind "quickfix")',
  refresh:
    '(when (bound-and-true-p lsp-diagnostics--flymake-report-fn) (lsp-diagnostics--flymake-update-diagnostics))',
};

/** Starts Emacs in a terminal, because much of it waits until a buffer is visible; it takes Lisp over a socket. */
export async function startEmacs(home: Home, setup: string, client: EmacsClient): Promise<Editor> {
  const init = join(home.folder, '.emacs.d/init.el');
  mkdirSync(dirname(init), { recursive: true });
  writeFileSync(init, setup);
  // Compiling Emacs's own packages takes minutes and prints warnings.
  writeFileSync(join(dirname(init), 'early-init.el'), '(setq native-comp-deferred-compilation nil)');
  const socket = join(home.folder, 'emacs.sock');
  const listen = join(home.folder, 'listen.el');
  writeFileSync(
    listen,
    `(require 'server)
    (setq server-socket-dir ${JSON.stringify(home.folder)} server-name "emacs.sock")
    (server-start)`,
  );
  const terminal = `stty rows 50 columns 160; exec emacs --no-window-system --load '${listen}'`;
  const child = home.start('script', ['--quiet', '--return', '--command', terminal, '/dev/null']);
  const [command, answer] = [join(home.folder, 'command.el'), join(home.folder, 'answer.json')];
  const evaluate = (code: string) =>
    run('emacsclient', ['--socket-name', socket, '--eval', code], {
      env: home.environment,
      cwd: home.folder,
    });
  let buffer = '*scratch*';

  /** Evaluates Lisp in the buffer of the file. */
  async function lisp<Result>(code: string): Promise<Result> {
    writeFileSync(
      command,
      `(require 'json)
      (let ((value (with-current-buffer ${JSON.stringify(buffer)} ${code})) (coding-system-for-write 'utf-8-unix))
        (with-temp-file ${JSON.stringify(answer)} (insert (json-encode (list (cons 'value value))))))`,
    );
    await evaluate(`(load ${JSON.stringify(command)} nil t)`);
    return (JSON.parse(readFileSync(answer, 'utf8')) as { value: Result }).value;
  }
  const type = (keys: string) => child.stdin?.write(keys);
  const at = ({ line, column }: { line: number; column: number }) =>
    `(goto-char (point-min)) (forward-line ${line}) (forward-char ${column})`;

  await vi.waitFor(() => evaluate('1'), { timeout: 300_000, interval: 100 });
  await lisp(helpers);
  return {
    open: async (file) => {
      const name = file.slice(file.lastIndexOf('/') + 1);
      // C-x C-f, as keys: a file opened from Lisp is not yet visible.
      type(`\x18\x06${file}\r`);
      await expect
        .poll(() => lisp(`(equal (buffer-name (window-buffer)) ${JSON.stringify(name)})`))
        .toBe(true);
      buffer = name;
    },
    text: () => lisp('(buffer-substring-no-properties (point-min) (point-max))'),
    problems: async () => {
      // Some things happen only after a user command: C-l redraws the screen.
      type('\f');
      const shown = await lisp<string[] | null>(`(progn ${client.refresh} (mapcar (lambda (one)
        (format "%s %s %s" (flymake-diagnostic-beg one) (flymake-diagnostic-end one) (flymake-diagnostic-text one)))
        (flymake-diagnostics)))`);
      // Flymake may have the same problem twice, one on top of the other.
      return [...new Set(shown ?? [])].sort();
    },
    hover: (place) => lisp(`(progn ${at(place)} (test-visible ${client.hover}))`),
    complete: async (place, label) => {
      await lisp(`(progn ${at(place)}
        (completion-help-at-point)
        (select-window (get-buffer-window "*Completions*"))
        (goto-char (point-min))
        (while (not (equal (get-text-property (point) 'completion--string) ${JSON.stringify(label)}))
          (goto-char (next-single-property-change (point) 'completion--string)))
        (choose-completion)
        nil)`);
    },
    quickFix: async (place) => {
      await lisp(`(progn ${at(place)} (test-choosing-first (lambda () ${client.quickFix})) nil)`);
    },
    fixAll: async () => {
      await lisp("(progn (test-choosing-first 'trajectory-fix-all) nil)");
    },
    change: async (_, edits) => {
      const calls = edits.map(
        ({ from, to, insert }) =>
          `(delete-region ${from + 1} ${to + 1}) (goto-char ${from + 1}) (insert ${lispString(insert)})
          (test-pause)`,
      );
      await lisp(`(progn ${calls.join('\n')} nil)`);
    },
    complaints: async () => {
      const shown = await lisp<string | null>(
        '(when (get-buffer "*Warnings*") (with-current-buffer "*Warnings*" (buffer-string)))',
      );
      return shown === null ? [] : [shown];
    },
    close: async () => {
      await lisp(`(progn ${client.shutdown} nil)`);
      await expect.poll(() => home.exitCodes().length).toBe(1);
      await evaluate('(progn (set-buffer-modified-p nil) (kill-emacs))').catch(
        () => 'the connection ends with Emacs',
      );
      expect(await exited(child)).toBe(0);
    },
  };
}

function lispString(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

const helpers = `(progn
  (defun test-visible (text)
    "TEXT without what is hidden in it."
    (when text
      (apply #'string
             (cl-loop for i below (length text)
                      unless (get-text-property i 'invisible text) collect (aref text i)))))
  (defun test-choosing-first (action)
    "Run ACTION, and choose the first wherever it asks."
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_ collection &rest _) (car (all-completions "" collection)))))
      (funcall action)))
  (defun test-pause ()
    "Let the client send the edits made so far: eglot gathers them, and lsp-mode shows other problems after a burst."
    (when (fboundp 'eglot--signal-textDocument/didChange) (eglot--signal-textDocument/didChange))
    (accept-process-output nil 0.01))
  nil)`;
