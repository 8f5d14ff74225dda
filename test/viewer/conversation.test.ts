import { describe, expect, it } from 'vitest';
import { useAirline } from './airline';

const open = useAirline();

describe('The conversation', () => {
  it('shows calls with their arguments and their results under them', async () => {
    const { openTrajectory, message, feed } = await open();
    await openTrajectory(44, 1);
    const call = message(5);
    await call.getByText('get_reservation_details').first().waitFor();
    const result = call.getByRole('article', { name: 'Message 6 of 14, tool' });
    await result.waitFor();
    expect(await result.innerText()).toContain('"reservation_id": "3RK2T9"');
    expect(await feed.getByRole('article', { name: 'Message 6 of 14, tool' }).count()).toBe(1);
  });

  it('moves from message to message, and to the next trajectory and group', async () => {
    const shown = await open();
    const { page, openTrajectory } = shown;
    await openTrajectory(44, 1);
    const focused = page.locator('article:focus');
    for (let number = 1; number <= 7; number++) {
      await shown.command('nextMessage');
      await expect.poll(() => focused.getAttribute('aria-label')).toMatch(`Message ${number} of 14`);
    }
    await shown.command('previousMessage');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Message 6 of 14, tool');
    await shown.command('nextTrajectory');
    await page.getByRole('heading', { name: 'Group 44 · Trajectory 2 of 4' }).waitFor();
    await shown.command('nextGroup');
    await page.getByRole('heading', { name: 'Group 45 · Trajectory 1 of 4' }).waitFor();
    await shown.command('previousTrajectory');
    await page.getByRole('heading', { name: 'Group 44 · Trajectory 4 of 4' }).waitFor();
  });

  it('goes on from where the reader has scrolled to, also in a trajectory that was just opened', async () => {
    const { page, openTrajectory, message, command } = await open();
    await openTrajectory(22, 1);
    await page.locator('.feed-scroller').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await message(30).waitFor();
    await command('previousMessage');
    await expect
      .poll(() => page.locator('article:focus').getAttribute('aria-label'))
      .toMatch(/^Message (?:2\d|30) of 30/);
  });

  it.each([
    [22, 1, 30],
    [4, 1, 62],
    [10, 1, 52],
  ])(
    'End goes to the last message, whatever the heights of the others: group %i',
    async (group, member, count) => {
      const { page, openTrajectory, message } = await open();
      await openTrajectory(group, member);
      await message(1).focus();
      await page.keyboard.press('End');
      await expect
        .poll(() => page.getByRole('article', { name: `Message ${count} of ${count}` }).isVisible())
        .toBe(true);
      const isAtEnd = () =>
        page
          .locator('.feed-scroller')
          .evaluate(
            ({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop < 3,
          );
      await expect.poll(isAtEnd).toBe(true);
    },
  );

  it('folds a long prompt to one line, and shows the rest of a truncated text on request', async () => {
    const { openTrajectory, message, page } = await open();
    await openTrajectory(1, 1);
    const prompt = message(1);
    await prompt.getByRole('button', { name: /^# Airline Agent Policy … 6,15\d characters/ }).click();
    await prompt.getByText('Domain Basic').waitFor();
    // The focused element is gone; its container has the focus.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Message 1 of/,
    );
    const more = prompt.getByRole('button', { name: /^show [\d,]+ more characters$/ });
    await more.click();
    await expect.poll(async () => (await prompt.innerText()).length).toBeGreaterThan(6000);
    expect(await more.count()).toBe(0);
  });

  it('shows a message as JSON, copies it, and shows it in the text', async () => {
    const { openTrajectory, message, said } = await open();
    await openTrajectory(44, 1);
    await message(2).getByRole('button', { name: 'Raw JSON' }).click();
    await message(2).getByText('"role": "user"').waitFor();
    await message(2).getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => said.at(-1)?.type).toBe('copy');
    const copied = said.at(-1)!;
    expect(JSON.parse(copied.type === 'copy' ? copied.text : '')).toMatchObject({ role: 'user' });
    await message(3).getByRole('button', { name: 'Show in Text' }).click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'reveal', trajectory: 172, message: 2, focus: true });
    await message(3).getByText('I can help you').click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'reveal', trajectory: 172, message: 2, focus: false });
    await message(4).getByText('Sure').dblclick();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'reveal', trajectory: 172, message: 3, focus: true });
  });

  it('renders Markdown for a role, and remembers it', async () => {
    const { openTrajectory, message, page } = await open();
    await openTrajectory(44, 1);
    await message(7).getByRole('button', { name: 'Render Markdown of assistant' }).click();
    await expect.poll(() => message(7).locator('ol > li').count()).toBe(2);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('state')))
      .toContain('"markdown":["assistant"]');
    await page.reload();
    await message(7).locator('ol > li').first().waitFor();
  });
});
