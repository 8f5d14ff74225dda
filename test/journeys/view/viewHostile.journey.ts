import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpResponse, type RawServer, rawServer } from '../../faults/rawServer';
import type { Workbench } from '../../vscode/workbench.mjs';
import type { FaultSession } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';
import { keepPicture } from '../support/windows';

const esc = '\u001b';
/** Terminal colours and bells, and characters that change the text direction. */
const invisible = [esc, '\u0007', '\u202e', '\u2066'];
const name = `[x](command:quit)<img src=x onerror=close()>\u202egnp.trajectory.json`;

/** A foreign host that nothing may ever contact. */
let stranger: RawServer;
let session: FaultSession;
let bench: Workbench;
let dialogs = 0;
const asked: string[] = [];

beforeAll(async () => {
  stranger = await rawServer(({ socket }) => void socket.end(httpResponse('200 OK', '{}')));
  session = await borrowSession({ [name]: hostileDocument(`http://127.0.0.1:${stranger.port}`) });
  bench = await session.open(name);
  const { page } = bench;
  await page.setViewportSize({ width: 2000, height: 1000 });
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  page.on('request', (request) => asked.push(request.url()));
  await bench.focusEditor();
  await bench.openView(bench.view.getByRole('region', { name: 'Overview' }).getByText('1 trajectory'));
  await bench.focusView();
  await page.keyboard.press('n');
  await bench.view.getByRole('article', { name: /^Message 1 of/ }).waitFor();
});

afterAll(async () => {
  await session?.close();
  await stranger?.close();
});

it('shows hostile text as plain text', async () => {
  await expectInert();
  const shown = (await bench.view.locator('body').innerText()) ?? '';
  expect(shown).toContain('<script>');
  expect(shown).toContain('onerror');
  expect(shown).toContain('command:');
});

it('shows hostile text as plain text in rendered Markdown, too', async () => {
  await bench.view.getByRole('button', { name: 'Render Markdown of user' }).first().click();
  await bench.view.getByRole('button', { name: /^a link/ }).waitFor();
  await expectInert();
  await keepPicture(bench.page, 'view: hostile');
});

it('opens a link only after the user has seen its full URL and confirmed', async () => {
  const { page } = bench;
  await bench.view.getByRole('button', { name: /^a link/ }).click();
  await bench.dialog.getByText(`http://127.0.0.1:${stranger.port}/link?a=%E2%80%AEb`).waitFor();
  await keepPicture(page, 'view: a link');
  await bench.confirm(`Open the link to 127.0.0.1:${stranger.port}`, 'Cancel');
  await expectInert();
});

it('shows a copied reference to hostile text as plain text', async () => {
  const item = bench.statusItem('Copied group 1, trajectory 1, message 1 of');
  await bench.clickUntil(
    bench.view.getByRole('button', { name: 'Copy Reference', exact: true }).first(),
    item,
  );
  const said = (await item.textContent()) ?? '';
  expect(invisible.filter((character) => said.includes(character))).toEqual([]);
  await expectInert();
});

/** Asserts that nothing of the document runs, loads, or can be clicked, and nothing hides or reverses text. */
async function expectInert(): Promise<void> {
  const { page, view } = bench;
  const root = view.locator('#view');
  const live =
    'script, iframe, object, embed, form, style, link, base, a[href], img:not([src^="data:"]), [onerror], [onload], [onclick]';
  expect(await root.locator(live).count()).toBe(0);
  const text = (await root.textContent()) ?? '';
  expect(invisible.filter((character) => text.includes(character))).toEqual([]);
  expect(dialogs).toBe(0);
  expect(page.isClosed()).toBe(false);
  expect(asked.filter((url) => url.includes(`:${stranger.port}`))).toEqual([]);
  expect(stranger.connections()).toBe(0);
}

/** Text that does harm wherever it is not treated as plain text. */
function hostileDocument(elsewhere: string): string {
  const links = [
    `[a link](${elsewhere}/link?a=\u202eb)`,
    '[one](command:workbench.action.closeWindow)',
    '[two](javascript:alert(1))',
    '[three](file:///etc/passwd)',
    `![a picture](${elsewhere}/pixel.png)`,
    `<${elsewhere}/autolink>`,
  ];
  const markup = [
    '<script>alert(1)</script>',
    `<img src="${elsewhere}/pixel" onerror="alert(1)">`,
    `<iframe src="${elsewhere}"></iframe>`,
    '<a href="command:workbench.action.closeWindow">x</a>',
    '<style>* { display: none }</style>',
    '<svg onload="alert(1)"></svg>',
  ];
  const harm = [...links, ...markup, `${invisible.join('x')}[31m`].join('\n\n');
  const call = {
    id: harm,
    type: 'function',
    function: { name: harm, arguments: JSON.stringify({ [harm]: harm }) },
  };
  const image = { type: 'image_url', image_url: { url: `${elsewhere}/image.png` } };
  const vector = { type: 'image_url', image_url: { url: 'data:image/svg+xml,<svg onload="alert(1)"/>' } };
  const trajectory = {
    messages_and_choices: [
      { role: 'user', name: harm, content: harm },
      { role: harm, content: [{ type: 'text', text: harm }, image, vector, { type: harm }] },
      { role: 'assistant', content: null, reasoning_content: harm, tool_calls: [call] },
      { role: 'tool', tool_call_id: harm, content: harm },
    ],
    reward: 1,
    metrics: { [harm]: 1 },
    metadata: { [harm]: harm, task_id: harm },
    tools: [{ type: 'function', function: { name: harm, description: harm } }],
  };
  const json = JSON.stringify({ split: harm, trajectory_groups: [{ trajectories: [trajectory] }] }, null, 2);
  return json.replace('"reward": 1,', '"reward": 1, "__proto__": { "reward": 2 },');
}
