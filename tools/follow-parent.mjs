/** Loaded before a script: when the process that started it is gone, however it ended, the script is asked to end too. */
if (process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
