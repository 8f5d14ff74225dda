// To be imported before uPlot, which asks for the format of the browser's language as it is loaded. Chromium names a
// language that no format knows where the environment's locale is POSIX: `en-US@posix`.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { get: () => 'en-US' });
}

export {};
