import { describe, expect, it } from 'vitest';
import { maxTargetLength, readTarget } from '../../../../client/view/actions/linkTarget';

describe('The target of a link in a document', () => {
  const followed: readonly [text: string, url: string, destination: string][] = [
    ['https://example.com', 'https://example.com/', 'example.com'],
    ['HTTP://Example.com:8080/a?b#c', 'http://example.com:8080/a?b#c', 'example.com:8080'],
    ['mailto:a@example.com?subject=b', 'mailto:a@example.com?subject=b', 'a@example.com'],
    ['https://example.com@evil.test/', 'https://example.com@evil.test/', 'evil.test'],
    ['https://раypal.com/', 'https://xn--ypal-43d9g.com/', 'xn--ypal-43d9g.com'],
    ['https://a.test/\u202egnp.exe', 'https://a.test/%E2%80%AEgnp.exe', 'a.test'],
    ['mailto:a\u202eb@c.test', 'mailto:a%E2%80%AEb@c.test', 'a%E2%80%AEb@c.test'],
    ['https://a.te\nst/', 'https://a.test/', 'a.test'],
  ];
  for (const [text, url, destination] of followed) {
    it(`is shown as it is opened: ${JSON.stringify(text)}`, () =>
      expect(readTarget(text)).toEqual({ kind: 'target', url, destination }));
  }

  const rejected = [
    'command:workbench.action.closeWindow',
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'file:///etc/passwd',
    'vscode://file/etc/passwd',
    'vscode-insiders://x',
    'data:text/html,<script>1</script>',
    'blob:https://a.test/1',
    'ftp://a.test/',
    '//a.test/',
    '/etc/passwd',
    '#top',
    '',
    'https://',
    `https://a.test/${'x'.repeat(maxTargetLength)}`,
  ];
  for (const text of rejected) {
    it(`is rejected: ${JSON.stringify(text.slice(0, 60))}`, () =>
      expect(readTarget(text).kind).toBe('rejected'));
  }

  it('is named when it is rejected, without hidden characters or active links', () => {
    const target = readTarget('command:a\u202e[x](command:b)');
    expect(target).toMatchObject({ message: expect.stringContaining('command:a\\u{202e}[x] (command:b)') });
  });
});
