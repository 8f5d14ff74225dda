import { expect, it } from 'vitest';
import { isAtPath } from '../../../client/locations/pathEnd';

it.each<[path: string, end: string, isAt: boolean]>([
  ['/runs/a/x.json', 'x.json', true],
  ['/runs/a/x.json', 'a/x.json', true],
  ['/runs/a/x.json', './a/x.json', true],
  ['/runs/a/x.json', '../../a/x.json', true],
  ['/runs/a/x.json', '/runs/a/x.json', true],
  ['/c:/runs/a/x.json', 'C:/runs/a/x.json', true],
  ['/runs/a/x.json', 'b/x.json', false],
  ['/runs/ba/x.json', 'a/x.json', false],
  ['/runs/a/yx.json', 'x.json', false],
  ['Untitled-1', 'Untitled-1', true],
])('The file %s is at %s: %s', (path, end, isAt) => {
  expect(isAtPath({ authority: '', path }, end)).toBe(isAt);
});

it.each<[end: string, isAt: boolean]>([
  ['//server/share/runs/x.json', true],
  ['/share/runs/x.json', true],
  ['runs/x.json', true],
  ['//other/share/runs/x.json', false],
])('The file of a shared folder on Windows is at %s: %s', (end, isAt) => {
  expect(isAtPath({ authority: 'server', path: '/share/runs/x.json' }, end)).toBe(isAt);
});
