import { describe, expect, it } from 'vitest';
import { isUuid, logEndpoint, parseBaseUrl, trainingJobsEndpoint } from '../../../send/request/endpoint';

function hrefOf(result: ReturnType<typeof logEndpoint>): string {
  return result.ok ? result.endpoint.url.href : `rejected: ${result.message}`;
}

describe('a URL', () => {
  it('is below the base URL, with or without a prefix and a trailing slash', () => {
    for (const base of ['https://a.example', 'https://a.example/', 'https://a.example//']) {
      expect(hrefOf(trainingJobsEndpoint(base))).toBe('https://a.example/v1/preview/training-jobs');
    }
    for (const base of ['https://a.example:8443/team/api', 'https://a.example:8443/team/api/']) {
      expect(hrefOf(logEndpoint(base, 'm'))).toBe('https://a.example:8443/team/api/v1/preview/models/m/log');
    }
  });

  it.each([
    '/v1/preview',
    '/v1/preview/',
    '/v1/preview/training-jobs',
    '/v1/preview/models',
    '/v1/preview/models/support-agent/log',
    '/v1/preview/models/a%2Fb/log//',
  ])('has the documented path once if the base URL ends with %s', (path) => {
    for (const prefix of ['', '/team/api']) {
      const base = `https://a.example${prefix}`;
      expect(hrefOf(trainingJobsEndpoint(base + path))).toBe(`${base}/v1/preview/training-jobs`);
    }
  });

  it.each(['/v1', '/v1/previews', '/v1/preview/other', '/v1/preview/x/y'])(
    'keeps %s, which is a prefix like any other',
    (path) => {
      const base = `https://a.example${path}`;
      expect(hrefOf(trainingJobsEndpoint(base))).toBe(`${base}/v1/preview/training-jobs`);
    },
  );

  it('is bound to scheme, host and port', () => {
    const origins = ['https://a.example/x', 'https://A.example:443', 'https://a.example:444'].map((base) => {
      const result = trainingJobsEndpoint(base);
      return result.ok ? result.endpoint.origin : null;
    });
    expect(origins).toEqual(['https://a.example', 'https://a.example', 'https://a.example:444']);
  });

  it('encodes the model id, whatever it contains', () => {
    const path = (id: string) =>
      hrefOf(logEndpoint('https://a.example', id)).slice('https://a.example'.length);
    expect(path('a/b')).toBe('/v1/preview/models/a%2Fb/log');
    expect(path('../../admin')).toBe('/v1/preview/models/..%2F..%2Fadmin/log');
    expect(path('x?y#z')).toBe('/v1/preview/models/x%3Fy%23z/log');
    expect(path('%2e%2e')).toBe('/v1/preview/models/%252e%252e/log');
    expect(path('modèle 1\n')).toBe('/v1/preview/models/mod%C3%A8le%201%0A/log');
  });

  it.each(['', '.', '..', '\ud800'])('rejects the model id %j, which is not a usable path segment', (id) => {
    expect(logEndpoint('https://a.example', id).ok).toBe(false);
  });
});

describe('a base URL', () => {
  it.each([
    ['http://a.example', /https/],
    ['http://127.0.0.1.example', /https/],
    ['http://localhost.example', /https/],
    ['ftp://a.example', /https:\/\//],
    ['file:///etc', /https:\/\//],
    ['a.example', /https:\/\//],
    ['', /https:\/\//],
    ['https://user@a.example', /user name/],
    ['https://user:secret@a.example', /user name/],
    ['https://@a.example', /user name/],
    ['https://a.example/x?y=1', /query/],
    ['https://a.example/#x', /query/],
    ['https://a.example/../x', /segments/],
    ['https://a.example/a/%2e%2E/x', /segments/],
    ['https://a.example\\@b.example', /backslash/],
    ['https://a.exa mple', /space/],
    ['https://a.example/\u0007', /control/],
    ['https://a.example:99999', /valid/],
    ['https://a.example:0', /port 0/],
    ['http://127.0.0.1:0', /port 0/],
    // VS Code would send it to a proxy, unencrypted.
    ['http://127.9.9.9', /localhost, 127\.0\.0\.1 and \[::1\] only; use https/],
  ])('%j is rejected with a reason', (url, reason) => {
    const result = parseBaseUrl(url);
    expect(result.ok ? 'accepted' : result.message).toMatch(reason);
  });

  it.each(['http://localhost:8787', 'http://127.0.0.1:1', 'http://[::1]:8080/x'])(
    '%j is accepted without encryption, because it is this machine',
    (url) => {
      expect(parseBaseUrl(url).ok).toBe(true);
    },
  );
});

it('a job id is a UUID in its usual notation and nothing else', () => {
  expect(isUuid('3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c')).toBe(true);
  expect(isUuid('3F2A1B9C-0D4E-4F6A-8B7C-1D2E3F4A5B6C')).toBe(true);
  for (const text of [
    '3f2a1b9c',
    '{3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c}',
    '3f2a1b9c0d4e4f6a8b7c1d2e3f4a5b6c',
    ' ',
  ]) {
    expect(isUuid(text)).toBe(false);
  }
});
