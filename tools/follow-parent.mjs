/** Preloaded before a script: asks the script to exit when the process that started it is gone, however it ended. */
if (process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
