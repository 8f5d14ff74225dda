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

  // Keys mean something else while the last question is still closing.
  const pressOutsideQuestions = async (/** @type {string} */ key) => {
    await quickInput.waitFor({ state: 'hidden' });
    await page.keyboard.press(key);
    await question.waitFor();
  };

  // The extension host has answered when the file's own language replaces the one that needs no extension.
  const language = page.locator('#status\\.editor\\.mode', { hasNotText: 'Plain Text' }).first();

  return {
    page,
    editor,
    dialog,
    language,
    quickInput,

    /** Runs a command by its title in the palette. */
    async runCommand(/** @type {string} */ title) {
      await pressOutsideQuestions('F1');
      await question.fill(`>${title}`);
      await focused.filter({ hasText: title }).waitFor();
      await page.keyboard.press('Enter');
    },

    /** Asks for a file of the folder by its name, which may open it or ask something about it. */
    async quickOpen(/** @type {string} */ name) {
      await pressOutsideQuestions('Control+P');
      await question.fill(name);
      await focused.filter({ hasText: name }).waitFor();
      await page.keyboard.press('Enter');
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
      await pressOutsideQuestions('Control+G');
      await question.fill(`:${place}`);
      await page.keyboard.press('Enter');
      await quickInput.waitFor({ state: 'hidden' });
      const [line, column = '1'] = place.split(':');
      await page.locator('.statusbar').getByText(`Ln ${line}, Col ${column}`).waitFor();
      await focusedEditor.waitFor();
    },

    /** Gives the keyboard back to the editor. */
    async focusEditor() {
      await page.keyboard.press('Control+1');
      await focusedEditor.waitFor();
    },

    /** Applies the quick fix at the cursor whose title fits, which has to be the first one. */
    async quickFix(/** @type {string | RegExp} */ title) {
      const first = page.locator('.action-widget .monaco-list-row.focused').filter({ hasText: title });
      const opens = (/** @type {number} */ timeout) =>
        first.waitFor({ timeout }).then(
          () => true,
          () => false,
        );
      // A menu that opens while the window is still being arranged closes again: then it is asked for once more,
      // with more time for a machine that is slow.
      let time = 10_000;
      do await page.keyboard.press('Control+.');
      while (!(await opens((time *= 2))));
      await page.keyboard.press('Enter');
      await first.waitFor({ state: 'hidden' });
    },

    /** Answers the question that is open, or that opens next, whose title or text holds `prompt`. */
    async answer(/** @type {string | RegExp} */ prompt, /** @type {string} */ text) {
      const open = asked.filter({ hasText: prompt }).first();
      await open.waitFor();
      await question.fill(text);
      await page.keyboard.press('Enter');
      // The answer is looked at first; another question in between would take its place.
      await open.waitFor({ state: 'hidden' });
    },

    /** Dismisses the question that is open. */
    async dismiss() {
      await question.press('Escape');
      await quickInput.waitFor({ state: 'hidden' });
    },

    /** Picks an entry of the list that is open, or that opens next. */
    async pick(/** @type {string | RegExp} */ name) {
      await quickInput.getByRole('option', { name }).first().click();
    },

    /** Presses a button of the modal dialog whose text holds `text`. */
    async confirm(/** @type {string | RegExp} */ text, /** @type {string} */ button) {
      await dialog.filter({ hasText: text }).getByRole('button', { name: button }).click();
      await dialog.waitFor({ state: 'hidden' });
    },

    /** The notification that says `text`. */
    notification(/** @type {string | RegExp} */ text) {
      return page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
    },

    /**
     * The same in the list of all notifications, which it opens. The list is whole, while a fourth toast
     * within 800 ms stays hidden: where one window is told much, look here.
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
