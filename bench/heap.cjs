// Loaded into the server by the leak check: tells how much memory is in use when it is asked. Buffers of the
// last message are let go within a moment, and a collection ends in the background: both are waited for.
process.on('message', () => {
  setTimeout(globalThis.gc, 300);
  setTimeout(() => {
    globalThis.gc();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send({ heap: (heapUsed + external) / 1e6, rss: rss / 1e6 });
  }, 600);
});
process.channel.unref();
