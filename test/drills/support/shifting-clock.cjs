// Loaded into a server before anything else: the clock on its wall jumps forward an hour at SIGUSR2, and back an hour at
// SIGHUP. What measures how long something takes goes on as before, as it does when the clock of a machine is set.
const RealDate = Date;
const HOUR_MS = 3_600_000;
let shift = 0;

const now = () => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  shift += HOUR_MS;
});
process.on('SIGHUP', () => {
  shift -= HOUR_MS;
});
