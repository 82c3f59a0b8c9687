// Loaded into a program that is measured (`--import`): answers each message of its parent with the processor time that it has used so far.

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
