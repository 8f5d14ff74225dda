// Loaded into the server by the leak check: tells how much memory is in use when it is asked. Buffers and
// timers of the last message are let go within a moment; that moment is waited for.
process.on('message', () => {
  setTimeout(() => {
    globalThis.gc();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send({ heap: (heapUsed + external) / 1e6, rss: rss / 1e6 });
  }, 300);
});
process.channel.unref();
