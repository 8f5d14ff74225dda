// Loaded into the server by the leak check: reports the memory in use on request. Waits for the last message's
// buffers to be released and for the collection, which finishes in the background.
process.on('message', () => {
  setTimeout(globalThis.gc, 300);
  setTimeout(() => {
    globalThis.gc();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send({ heap: (heapUsed + external) / 1e6, rss: rss / 1e6 });
  }, 600);
});
process.channel.unref();
