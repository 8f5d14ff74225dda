import { describe, expect, it } from 'vitest';
import { fileName } from '../../../server/service/names';

describe('the file name of a model or split', () => {
  it.each(['train', 'qwen2.5-7b_instruct', '3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d'])(
    'is the name itself: %s',
    (name) => {
      expect(fileName(name)).toBe(name);
    },
  );

  it.each([
    ['..', '%2e%2e'],
    ['.', '%2e'],
    ['.hidden', '%2ehidden'],
    ['end.', 'end%2e'],
    ['a/b', 'a%2fb'],
    ['a\\b', 'a%5cb'],
    ['C:x', '%43%3ax'],
    ['nul\0', 'nul%00'],
    ['Train', '%54rain'],
    ['con', '%63on'],
    ['aux.x', '%61ux.x'],
    ['com1', '%63om1'],
    ['console', 'console'],
    ['100%', '100%25'],
    ['é', '%c3%a9'],
    ['😀', '%f0%9f%98%80'],
    ['~', '%7e'],
  ])('of %j is %s, and decodes to it', (name, expected) => {
    expect(fileName(name)).toBe(expected);
    expect(decodeURIComponent(expected)).toBe(name);
  });

  it('differs for the halves of a surrogate pair and the replacement character', () => {
    const names = ['\ud83d', '\ude00', '\ufffd', '\ud83d\ude00'].map(fileName);
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe('%ud83d');
  });

  it('is not empty for the empty name', () => {
    expect(fileName('')).toBe('%');
  });

  it('is shortened to a prefix and a hash beyond 100 characters', () => {
    expect(fileName('a'.repeat(100))).toBe('a'.repeat(100));
    expect(fileName('a'.repeat(101))).toMatch(/^a{31}~[0-9a-f]{64}$/);
  });

  it('never contains half an escape', () => {
    for (const lead of ['', 'a', 'aa']) {
      expect(fileName(`${lead}${'é'.repeat(50)}`)).toMatch(/^[a-z]*(?:%[0-9a-f]{2})*~[0-9a-f]{64}$/);
    }
  });

  it('differs for long names that differ only in their ends or in case', () => {
    const long = 'x'.repeat(5000);
    expect(new Set([`${long}a`, `${long}b`, `${long}A`, long].map(fileName)).size).toBe(4);
  });

  it('is unique regardless of case', () => {
    const names = ['Train', 'train', 'TRAIN', 'É', 'é', '%54rain', '%2e', '.'].map((name) =>
      fileName(name).toLowerCase(),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
