// Loaded before a server, this writes which packages of OpenTelemetry are loaded when it ends.
process.once('exit', () => {
  const names = Object.keys(require.cache).flatMap(
    (file) => /@opentelemetry[\\/]([\w-]+)/.exec(file)?.[1] ?? [],
  );
  process.stdout.write(`packages of OpenTelemetry: ${[...new Set(names)].sort().join(' ')}\n`);
});
