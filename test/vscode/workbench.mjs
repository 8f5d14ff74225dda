/**
 * The workbench as a person meets it: palette, questions, dialogs, editor, status bar. Every step waits for
 * what it needs to be on the screen, never for time to pass.
 */

/**
 * @typedef {ReturnType<typeof workbenchOn>} Workbench
 * @typedef {import('playwright-core').Page} Page
 */

/**
 * Opens a workbench window and waits until it takes commands.
 *
 * @param {Page} page
 * @param {string} url
 * @returns {Promise<Workbench>}
 */
export async function openWorkbench(page, url) {
  await page.goto(url);
  await page.locator('.monaco-workbench .statusbar').waitFor();
  const bench = workbenchOn(page);
  if (new URL(url).searchParams.get('payload')?.includes('openFile')) await bench.language.waitFor();
  return bench;
}

/** @param {Page} page */
function workbenchOn(page) {
  const quickInput = page.locator('.quick-input-widget');
  const question = quickInput.locator('input[type=text], input[type=password]').first();
  // The list follows the text with a delay; Enter takes the row that has the focus.
  const focused = quickInput.locator('.monaco-list-row.focused');
  const asked = quickInput.locator('.quick-input-titlebar, .quick-input-message');
  const dialog = page.locator('.monaco-dialog-box');
  const editor = page.locator('.editor-group-container.active .monaco-editor').first();
  const focusedEditor = page.locator('.editor-group-container.active .monaco-editor.focused').first();

  // A window that is still being arranged loses keys, and closes menus and questions: what is asked for is asked once
  // more until it is there, with more time for a machine that is slow.
  const until = async (
    /** @type {() => Promise<void>} */ act,
    /** @type {import('playwright-core').Locator} */ locator,
    /** @type {'visible' | 'hidden'} */ state = 'visible',
  ) => {
    const isThere = (/** @type {number} */ timeout) =>
      locator.waitFor({ state, timeout }).then(
        () => true,
        () => false,
      );
    let time = 10_000;
    do await act();
    while (!(await isThere((time *= 2))));
  };

  // A chord's keys are separated by blanks.
  const press = async (/** @type {string} */ keys) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };

  // Types into the question that is open; one that closes meanwhile is asked again by whoever waits for what follows.
  const fill = (/** @type {string} */ text) =>
    question.fill(text, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );

  // Asks by a key, with a text, until the row with the focus says `row`.
  const ask = async (
    /** @type {string} */ key,
    /** @type {string} */ text,
    /** @type {import('playwright-core').Locator} */ row,
  ) => {
    // Keys mean something else while the last question is still closing.
    await quickInput.waitFor({ state: 'hidden' });
    await until(async () => {
      await until(() => press(key), question);
      await fill(text);
    }, row);
    await page.keyboard.press('Enter');
  };

  // The extension host has answered when the file's own language replaces the one that needs no extension.
  const language = page.locator('#status\\.editor\\.mode', { hasNotText: 'Plain Text' }).first();

  return {
    page,
    editor,
    dialog,
    language,
    quickInput,

    /** What is in the webview that is shown. */
    view: page.frameLocator('iframe.webview.ready').frameLocator('#active-frame'),

    /** Runs a command by its title in the palette. */
    async runCommand(/** @type {string} */ title) {
      await ask('F1', `>${title}`, focused.filter({ hasText: title }));
    },

    /** Asks for a file of the folder by its name, which may open it or ask something about it. */
    async quickOpen(/** @type {string} */ name) {
      await ask('Control+P', name, focused.filter({ hasText: name }));
      await page.getByRole('tab', { name, selected: true }).waitFor();
    },

    /** Opens a file of the folder by its name. */
    async openFile(/** @type {string} */ name) {
      await this.quickOpen(name);
      await language.waitFor();
      // The focus comes late, and would close a question that is asked before.
      await focusedEditor.waitFor();
    },

    /** Puts the cursor at `LINE:COLUMN`, both from 1. */
    async goTo(/** @type {string} */ place) {
      await ask('Control+G', `:${place}`, quickInput.getByText(/go to line/i).first());
      await quickInput.waitFor({ state: 'hidden' });
      const [line, column = '1'] = place.split(':');
      await page.locator('.statusbar').getByText(`Ln ${line}, Col ${column}`).waitFor();
      await focusedEditor.waitFor();
    },

    /** Presses keys, those of a chord separated by blanks, until what they lead to is shown. */
    async pressUntil(/** @type {string} */ keys, /** @type {import('playwright-core').Locator} */ shown) {
      await until(() => press(keys), shown);
    },

    /** Closes the editor before the user, whose tab has this name. */
    async closeEditor(/** @type {string | RegExp} */ name) {
      const tab = page.getByRole('tab', { name, selected: true });
      await tab.waitFor();
      await until(() => press('Control+W'), tab, 'hidden');
    },

    /** Clicks until what it leads to is shown. */
    async clickUntil(
      /** @type {import('playwright-core').Locator} */ clicked,
      /** @type {import('playwright-core').Locator} */ shown,
    ) {
      await until(() => clicked.click(), shown);
    },

    /** Gives the keyboard back to the editor. */
    async focusEditor() {
      await until(() => press('Control+1'), focusedEditor);
    },

    /** Applies the quick fix at the cursor whose title fits, which has to be the first one. */
    async quickFix(/** @type {string | RegExp} */ title) {
      const first = page.locator('.action-widget .monaco-list-row.focused').filter({ hasText: title });
      await until(() => press('Control+.'), first);
      await page.keyboard.press('Enter');
      await first.waitFor({ state: 'hidden' });
    },

    /** Answers the question that is open, or that opens next, whose title or text holds `prompt`. */
    async answer(/** @type {string | RegExp} */ prompt, /** @type {string} */ text) {
      const open = asked.filter({ hasText: prompt }).first();
      await open.waitFor();
      // The answer is looked at first; another question in between would take its place. A box that is still being
      // opened loses what is typed.
      await until(
        async () => {
          if (await fill(text)) await page.keyboard.press('Enter');
        },
        open,
        'hidden',
      );
    },

    /** Dismisses the question that is open. */
    async dismiss() {
      await question.press('Escape');
      await quickInput.waitFor({ state: 'hidden' });
    },

    /** Types into the list that is open, or that opens next. */
    async filter(/** @type {string} */ text) {
      await question.fill(text);
    },

    /** Picks an entry of the list that is open, or that opens next. */
    async pick(/** @type {string | RegExp} */ name) {
      await quickInput.getByRole('option', { name }).first().click();
    },

    /** Presses the button of the modal dialog whose text holds `text` that begins with `button`. */
    async confirm(/** @type {string | RegExp} */ text, /** @type {string} */ button) {
      const asking = dialog.filter({ hasText: text });
      await asking.waitFor();
      // This very dialog: the answer may lead to the next one at once.
      const shown = await asking.elementHandle();
      await asking.getByRole('button', { name: new RegExp(`^${button}`) }).click();
      await shown?.waitForElementState('hidden');
    },

    /** The notification that says `text`. */
    notification(/** @type {string | RegExp} */ text) {
      return page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
    },

    /**
     * The same in the list of all notifications, which it opens. The list is whole, while a fourth toast
     * within 800 ms stays hidden, and each toast goes after 10 to 15 s: where one window is told much, or other steps
     * come between, look here.
     */
    async listedNotification(/** @type {string | RegExp} */ text) {
      await this.runCommand('Notifications: Show Notifications');
      return page.locator('.notifications-center .notification-list-item').filter({ hasText: text });
    },

    /** The item of the status bar that says `text`. */
    statusItem(/** @type {string | RegExp} */ text) {
      return page.locator('.statusbar-item').getByText(text).first();
    },

    /** All that the status bar says, as it reads from left to right. */
    async statusBar() {
      return (await page.locator('.statusbar-item').allInnerTexts()).map((text) => text.trim()).join(' | ');
    },
  };
}
