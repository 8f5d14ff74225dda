/**
 * The workbench as a person uses it: palette, prompts, dialogs, editor, status bar. Every step waits for
 * elements on the screen, never for a fixed time.
 */
import { patience } from './launch.mjs';

/**
 * @typedef {ReturnType<typeof workbenchOn>} Workbench
 * @typedef {import('playwright-core').Page} Page
 */

/**
 * Opens a workbench window and waits until it accepts commands.
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
  // The list follows the text with a delay; Enter accepts the focused row.
  const focused = quickInput.locator('.monaco-list-row.focused');
  const asked = quickInput.locator('.quick-input-titlebar, .quick-input-message');
  const dialog = page.locator('.monaco-dialog-box');
  const editor = page.locator('.editor-group-container.active .monaco-editor').first();
  const focusedEditor = page.locator('.editor-group-container.active .monaco-editor.focused').first();

  // A window that is still loading loses keys, and closes menus and prompts: repeat the action until its effect is
  // there, with growing timeouts for slow machines.
  const until = async (
    /** @type {() => Promise<void>} */ act,
    /** @type {import('playwright-core').Locator} */ locator,
    /** @type {'visible' | 'hidden'} */ state = 'visible',
    /** Milliseconds: short for an action that starts afresh, and is not undone by a repetition. */
    first = 20_000,
  ) => {
    const isThere = (/** @type {number} */ timeout) =>
      locator.waitFor({ state, timeout }).then(
        () => true,
        () => false,
      );
    let time = first / 2;
    do {
      await act();
      time *= 2;
      // The last try says what is missing.
      if (time >= patience / 2) return locator.waitFor({ state, timeout: time });
    } while (!(await isThere(time)));
  };

  // A chord's keys are separated by spaces.
  const press = async (/** @type {string} */ keys) => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };

  // Types into the open prompt; returns false if it closes meanwhile, so that the caller can repeat the action.
  const fill = (/** @type {string} */ text) =>
    question.fill(text, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );

  const clickTime = 10_000;

  // Clicks; returns false if what is clicked is not there, or disappears meanwhile.
  const click = (/** @type {import('playwright-core').Locator} */ clicked) =>
    clicked.click({ timeout: clickTime }).then(
      () => true,
      () => false,
    );

  const closePrompt = async () => {
    if (await question.isVisible()) await until(() => press('Escape'), quickInput, 'hidden');
  };

  // Opens a prompt by a key and types a text, until the focused row is `row`.
  const ask = async (
    /** @type {string} */ key,
    /** @type {string} */ text,
    /** @type {import('playwright-core').Locator} */ row,
  ) => {
    // Keys mean something else while the previous prompt is closing.
    await quickInput.waitFor({ state: 'hidden' });
    const search = async () => {
      // An open Quick Open does not search for files again: it would never list one that was written just now.
      await closePrompt();
      await until(() => press(key), question);
      await fill(text);
    };
    await until(search, row, 'visible', 2000);
    // A list that changes at the same moment ignores Enter, and stays open.
    await until(() => press('Enter'), row, 'hidden');
  };

  // The extension host has answered once the file's own language replaces Plain Text, which needs no extension.
  const language = page.locator('#status\\.editor\\.mode', { hasNotText: 'Plain Text' }).first();

  const viewFrame = page.locator('iframe.webview.ready');
  const view = viewFrame.contentFrame().frameLocator('#active-frame');

  return {
    page,
    editor,
    dialog,
    language,
    quickInput,

    /** The content of the visible webview. */
    view,

    /**
     * Clicks into an empty corner of the visible webview. It is a page within the window, and does not always get the
     * keyboard by a click on its tab.
     */
    async focusView() {
      await viewFrame.waitFor();
      const corner = await viewFrame.boundingBox();
      if (corner === null) throw new Error('No webview is visible.');
      await page.mouse.click(corner.x + 2, corner.y + 2);
    },

    /**
     * Runs a command by its title in the palette. An editor that is just opening takes the keyboard, which closes the
     * palette: name what the command shows, and it is repeated until that is there. It must do no harm if it runs twice.
     */
    async runCommand(
      /** @type {string} */ title,
      /** @type {import('playwright-core').Locator | undefined} */ shown = undefined,
    ) {
      const run = () => ask('F1', `>${title}`, focused.filter({ hasText: title }));
      await (shown === undefined ? run() : until(run, shown, 'visible', 60_000));
    },

    /**
     * Reloads the window with its open editors. Its own command stores the window's state before: on its own the
     * editor stores it only every minute, and a busy machine may never be idle enough for that.
     */
    async reload() {
      // The file parameter would replace the restored editors.
      await page.evaluate(() => {
        const url = new URL(location.href);
        url.searchParams.delete('payload');
        history.replaceState(history.state, '', url);
      });
      const loaded = page.waitForEvent('domcontentloaded');
      await this.runCommand('Developer: Reload Window');
      await loaded;
      await page.locator('.monaco-workbench .statusbar').waitFor();
    },

    /** Requests a file of the folder by name, which may open it or show a prompt about it. */
    async quickOpen(/** @type {string} */ name) {
      const tab = page.getByRole('tab', { name, selected: true });
      await until(async () => {
        await closePrompt();
        await ask('Control+P', name, focused.filter({ hasText: name }));
      }, tab);
    },

    /** Opens a file of the folder by name. */
    async openFile(/** @type {string} */ name) {
      await this.quickOpen(name);
      await language.waitFor();
      // The focus arrives late, and would close a prompt that is already open.
      await focusedEditor.waitFor();
    },

    /** Renames a file of the folder in the explorer, as its user would. */
    async renameFile(/** @type {string} */ name, /** @type {string} */ to) {
      await page.getByRole('treeitem', { name }).click();
      const field = page.locator('.explorer-item-edited input');
      await this.pressUntil('F2', field);
      await field.fill(to);
      await field.press('Enter');
      await page.getByRole('treeitem', { name: to }).waitFor();
    },

    /** Puts the cursor at `LINE:COLUMN`, both from 1. */
    async goTo(/** @type {string} */ place) {
      await ask('Control+G', `:${place}`, quickInput.getByText(/go to line/i).first());
      await quickInput.waitFor({ state: 'hidden' });
      const [line, column = '1'] = place.split(':');
      await page.locator('.statusbar').getByText(`Ln ${line}, Col ${column}`).waitFor();
      await focusedEditor.waitFor();
    },

    /** Repeats an action that VS Code may ignore or undo on a busy machine, until its effect is shown. */
    async repeatUntil(
      /** @type {() => Promise<void>} */ act,
      /** @type {import('playwright-core').Locator} */ shown,
    ) {
      await until(act, shown);
    },

    /** Presses keys, those of a chord separated by spaces, until their effect is shown. */
    async pressUntil(/** @type {string} */ keys, /** @type {import('playwright-core').Locator} */ shown) {
      await until(() => press(keys), shown);
    },

    /**
     * Opens the view of the focused text by its keys, until `shown`. A busy machine can be too slow for them: the
     * second is written into the text then, and is undone before the next try.
     */
    async openView(/** @type {import('playwright-core').Locator} */ shown) {
      await until(() => press('Control+Z Control+K v'), shown);
    },

    /** Closes the active editor, whose tab has this name. */
    async closeEditor(/** @type {string | RegExp} */ name) {
      const tab = page.getByRole('tab', { name, selected: true });
      await tab.waitFor();
      await until(() => press('Control+W'), tab, 'hidden');
    },

    /** Closes all editors, and discards their unsaved changes. */
    async closeAllEditors() {
      const unsaved = await page.locator('.tab.dirty').count();
      await this.runCommand('View: Close All Editors');
      if (unsaved > 0) await this.confirm('Do you want to save', "Don't Save");
      await page.locator('.tab').first().waitFor({ state: 'detached' });
    },

    /** Clicks until the effect is shown. */
    async clickUntil(
      /** @type {import('playwright-core').Locator} */ clicked,
      /** @type {import('playwright-core').Locator} */ shown,
    ) {
      await until(() => click(clicked).then(() => undefined), shown);
    },

    /** Chooses an entry of a menu, until the effect is shown. A menu that has just opened ignores clicks. */
    async choose(
      /** @type {import('playwright-core').Locator} */ entry,
      /** @type {import('playwright-core').Locator} */ shown,
    ) {
      await entry.waitFor();
      const chosen = async () => {
        // A menu that has taken a click is gone.
        if (await entry.isVisible()) await click(entry);
      };
      await until(chosen, shown, 'visible', 1000);
    },

    /** Waits until this file has the focus, which it takes after its tab is there: a prompt opened before loses it. */
    async untilFocused(/** @type {string} */ name) {
      const ofFile = `:is([data-uri$="/${name}"], [data-uri*="/${name}?"])`;
      await page.locator(`.editor-group-container.active .monaco-editor.focused${ofFile}`).waitFor();
    },

    /** Returns the focus to the editor. */
    async focusEditor() {
      await until(() => press('Control+1'), focusedEditor);
    },

    /** Applies the first quick fix at the cursor, whose title must match. */
    async quickFix(/** @type {string | RegExp} */ title) {
      const first = page.locator('.action-widget .monaco-list-row.focused').filter({ hasText: title });
      await until(() => press('Control+.'), first);
      await page.keyboard.press('Enter');
      await first.waitFor({ state: 'hidden' });
    },

    /** Accepts the path that a dialog for a file suggests. Before its list is there, it loses keys. */
    async acceptPath() {
      await quickInput.locator('.monaco-list-row').first().waitFor();
      await until(() => page.keyboard.press('Enter'), quickInput, 'hidden');
    },

    /** Answers the current or next prompt whose title or text contains `prompt`. */
    async answer(/** @type {string | RegExp} */ prompt, /** @type {string} */ text) {
      const open = asked.filter({ hasText: prompt }).first();
      await open.waitFor();
      // Check the typed answer first; another prompt in between would receive it. A box that is still
      // opening loses keys.
      await until(
        async () => {
          if (await fill(text)) await page.keyboard.press('Enter');
        },
        open,
        'hidden',
      );
    },

    /** Dismisses the open prompt. */
    async dismiss() {
      await question.press('Escape');
      await quickInput.waitFor({ state: 'hidden' });
    },

    /** Types into the current or next list. */
    async filter(/** @type {string} */ text) {
      await question.fill(text);
    },

    /** Picks an entry of the current or next list, which closes it. */
    async pick(/** @type {string | RegExp} */ name) {
      const entry = quickInput.getByRole('option', { name }).first();
      await entry.waitFor();
      // A list that has just opened can ignore a click.
      await until(() => click(entry).then(() => undefined), entry, 'hidden');
    },

    /** In the modal dialog that contains `text`, presses the button that starts with `button`. */
    async confirm(/** @type {string | RegExp} */ text, /** @type {string} */ button) {
      const asking = dialog.filter({ hasText: text });
      await asking.waitFor();
      // This dialog only: the answer may open the next one at once.
      const shown = await asking.elementHandle();
      await asking.getByRole('button', { name: new RegExp(`^${button}`) }).click();
      await shown?.waitForElementState('hidden');
    },

    /** The notification with `text`. */
    notification(/** @type {string | RegExp} */ text) {
      return page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
    },

    /**
     * Opens the list of all notifications and finds it there. The list is complete, whereas a fourth toast
     * within 800 ms stays hidden, and each toast disappears after 10 to 15 s: use this with many notifications, or
     * with other steps in between.
     */
    async listedNotification(/** @type {string | RegExp} */ text) {
      const listed = page.locator('.notifications-center .notification-list-item').filter({ hasText: text });
      // The list closes when it is empty, or when something else takes the focus. It has only the rows in sight.
      await until(async () => {
        await this.runCommand('Notifications: Show Notifications');
        await press('Home');
      }, listed.first());
      return listed;
    },

    /** Presses a button of the notification with `text`, in the list of all. */
    async pressNotification(/** @type {string | RegExp} */ text, /** @type {string} */ button) {
      const pressed = async () => {
        const listed = await this.listedNotification(text);
        // The list closes when an editor takes the keyboard back: open it again.
        return click(listed.getByRole('button', { name: button }));
      };
      for (let tries = 1; !(await pressed()); tries++)
        if (tries * clickTime >= patience)
          throw new Error(`“${text}” has no button “${button}” that can be pressed.`);
    },

    /** The status bar item with `text`. */
    statusItem(/** @type {string | RegExp} */ text) {
      return page.locator('.statusbar-item').getByText(text).first();
    },

    /** The whole status bar text, from left to right. */
    async statusBar() {
      return (await page.locator('.statusbar-item').allInnerTexts()).map((text) => text.trim()).join(' | ');
    },
  };
}
