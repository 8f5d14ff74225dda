import * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';
import { tokenProblem } from '../../send/request/token';
import { changeServiceUrl, changeUrl } from './serviceUrl';
import type { TokenStore } from './tokenStore';

/** The user changed the service URL instead of answering a question about the present one. */
export interface OtherUrl {
  readonly url: string;
}

/**
 * Asks for the access token of an origin and stores it. The question names the URL, so it also offers to change that.
 * Null when the user dismissed the question.
 */
export async function askForToken(tokens: TokenStore, origin: string): Promise<'stored' | OtherUrl | null> {
  const known = tokens.origins();
  const isNew = known.length > 0 && !known.includes(origin);
  const agreed = isNew ? await agreeToNewOrigin(origin) : enter;
  if (agreed === changeUrl.label) return otherUrl();
  if (agreed !== enter) return null;
  const typed = await typeToken(origin);
  if (typed === null) return null;
  if (typed === 'change-url') return otherUrl();
  await keepToken(tokens, origin, typed.token);
  return 'stored';
}

/** Stores a token; warns when it lasts only as long as this window. */
export async function keepToken(tokens: TokenStore, origin: string, token: string): Promise<void> {
  if ((await tokens.store(origin, token)) === 'stored') return;
  const message = `The secret storage of this machine does not work. The token for ${origin} is kept in memory until this window closes.`;
  void vscode.window.showWarningMessage(inertText(message, 500));
}

const enter = 'Set Access Token';

function agreeToNewOrigin(origin: string): Thenable<string | undefined> {
  const detail = 'Tokens for other URLs are never sent there. Enter a token only if you trust this service.';
  const message = `No access token is known for ${origin}.`;
  return vscode.window.showWarningMessage(message, { modal: true, detail }, enter, changeUrl.label);
}

type Typed = { readonly token: string } | 'change-url' | null;

/** Lets the user type a token, or ask for another URL. Null when the user dismissed the box. */
function typeToken(origin: string): Promise<Typed> {
  const box = vscode.window.createInputBox();
  box.title = 'Access Token';
  box.prompt = `Access token for ${origin}. It is kept in the secret storage and sent to this URL only.`;
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new vscode.ThemeIcon('link'), tooltip: changeUrl.label }];
  return new Promise((resolve) => {
    const settle = (answer: Typed) => {
      resolve(answer);
      box.dispose();
    };
    const problem = () => {
      box.validationMessage = tokenProblem(box.value) ?? undefined;
      return box.validationMessage;
    };
    box.onDidChangeValue(problem);
    box.onDidTriggerButton(() => settle('change-url'));
    box.onDidHide(() => settle(null));
    box.onDidAccept(() => {
      if (problem() === undefined) settle({ token: box.value });
    });
    box.show();
  });
}

async function otherUrl(): Promise<OtherUrl | null> {
  const url = await changeServiceUrl();
  return url === null ? null : { url };
}
