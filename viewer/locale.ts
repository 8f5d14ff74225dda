// Import before uPlot, which creates a number format for the browser's language when it loads. In a POSIX locale
// Chromium reports `en-US@posix`, which `Intl` rejects.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { get: () => 'en-US' });
}

export {};
