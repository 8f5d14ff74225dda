import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { run } from '../package/install';
import { exited } from '../server/client';
import type { Editor, Home, Place, TextEdit } from './editor';

/** Starts Neovim headless; it takes keys and Lua over a socket. */
export async function startNeovim(home: Home, setup: string): Promise<Editor> {
  const init = join(home.folder, '.config/nvim/init.lua');
  mkdirSync(dirname(init), { recursive: true });
  writeFileSync(init, setup);
  const socket = join(home.folder, 'nvim.sock');
  const child = home.start('nvim', ['--headless', '--listen', socket]);
  const remote = (...args: string[]) =>
    run('nvim', ['--server', socket, ...args], { env: home.environment, cwd: home.folder });
  const [command, answer] = [join(home.folder, 'command.lua'), join(home.folder, 'answer.json')];

  /** Evaluates the body of a Lua function. */
  async function lua<Result>(body: string): Promise<Result> {
    const file = `local file = io.open('${answer}', 'w') file:write(vim.fn.json_encode({ value = value }))`;
    writeFileSync(command, `local value = (function() ${body} end)()\n${file} file:close()`);
    await remote('--remote-expr', `luaeval("dofile('${command}')")`);
    return (JSON.parse(readFileSync(answer, 'utf8')) as { value: Result }).value;
  }
  const keys = (text: string) => remote('--remote-send', text);
  const goTo = ({ line, column }: Place) =>
    lua(
      `vim.api.nvim_win_set_cursor(0, { ${line + 1}, vim.str_byteindex(vim.fn.getline(${line + 1}), ${column}) })`,
    );

  await vi.waitFor(() => remote('--remote-expr', '1'), { timeout: 300_000, interval: 100 });
  // Records messages to the user, and makes choices for the user.
  await lua(`
    _G.told = {}
    vim.notify = function(text, level)
      if (level or 0) >= vim.log.levels.WARN then table.insert(_G.told, text) end
    end
    vim.ui.select = function(items, _, choose) choose(items[1]) end`);
  return {
    open: async (file) => {
      await lua(`vim.cmd('edit ${file}')`);
    },
    text: async () =>
      (await lua<string[]>('return vim.api.nvim_buf_get_lines(0, 0, -1, true)')).join('\n').concat('\n'),
    problems: async () =>
      (
        await lua<string[]>(`return vim.tbl_map(function(one)
          return table.concat({ one.lnum, one.col, one.end_lnum, one.end_col, one.code, one.message }, ' ')
        end, vim.diagnostic.get(0))`)
      ).sort(),
    hover: async (place) => {
      await goTo(place);
      await keys('K');
      const shown = () => lua<string[] | null>(readHover);
      await expect.poll(shown).not.toBeNull();
      const lines = await shown();
      await lua(closeHover);
      return lines!.join('\n');
    },
    complete: async ({ line, column }, label) => {
      await keys('<Esc>');
      await goTo({ line, column: Math.max(0, column - 1) });
      await keys(`${column === 0 ? 'i' : 'a'}<C-x><C-o>`);
      const offered = () =>
        lua<string[]>(`return vim.tbl_map(function(one) return one.abbr end,
        vim.fn.complete_info({ 'items' }).items)`);
      await expect.poll(offered).toContain(label);
      // The first item is already selected.
      await keys('<C-n>'.repeat((await offered()).indexOf(label)));
      await keys('<C-y><Esc>');
      await expect.poll(() => lua('return vim.fn.mode()')).toBe('n');
    },
    quickFix: async (place) => {
      await goTo(place);
      await lua('vim.lsp.buf.code_action()');
    },
    fixAll: async () => {
      await lua("vim.cmd('TrajectoryFixAll')");
    },
    change: async (before, edits) => {
      await lua(changes(before, edits));
    },
    complaints: () =>
      lua<string[]>('return #_G.told > 0 and _G.told or vim.empty_dict()').then(Object.values),
    close: async () => {
      await keys('<Esc>:qall!<CR>');
      expect(await exited(child)).toBe(0);
    },
  };
}

/** The lines of the floating window, without concealed text. */
const readHover = `
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return vim.api.nvim_win_call(window, function()
        local lines = {}
        for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
          local seen = {}
          for column = 1, #line do
            if vim.fn.synconcealed(row, column)[1] == 0 then table.insert(seen, line:sub(column, column)) end
          end
          table.insert(lines, table.concat(seen))
        end
        return lines
      end)
    end
  end`;

const closeHover = `
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then vim.api.nvim_win_close(window, true) end
  end`;

/** Lua that makes edits; Neovim counts rows, and bytes within a row. */
function changes(before: string, edits: readonly TextEdit[]): string {
  let text = [...before];
  const place = (offset: number) => {
    const lines = text.slice(0, offset).join('').split('\n');
    return `${lines.length - 1}, ${Buffer.byteLength(lines.at(-1)!)}`;
  };
  const calls = edits.map(({ from, to, insert }) => {
    const lines = insert.split('\n').map((line) => JSON.stringify(line));
    const call = `vim.api.nvim_buf_set_text(0, ${place(from)}, ${place(to)}, { ${lines.join(', ')} })`;
    text = [...text.slice(0, from), ...insert, ...text.slice(to)];
    return call;
  });
  return calls.join('\n');
}
