import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function origins(list: string): readonly string[] {
  return machine.loadText(`cors: { allowed_origins: ${list} }`).config.cors.allowedOrigins;
}

test('no page of another origin may do anything unless told so', () => {
  const { enabled, allowedOrigins, allowedHeaders } = machine.load().config.cors;
  expect([enabled, allowedOrigins]).toEqual([false, ['*']]);
  expect(allowedHeaders).toEqual(
    expect.arrayContaining([
      ...['Authorization', 'X-CSRF-Token', 'If-None-Match'],
      ...['traceparent', 'tracestate', 'baggage'],
    ]),
  );
});

test.each([
  ['["https://App.example:443"]', ['https://app.example']],
  ['https://a.example http://localhost:3000', ['https://a.example', 'http://localhost:3000']],
  ['"https://a.example, https://b.example"', ['https://a.example', 'https://b.example']],
  ['["https://*.Example"]', ['https://*.example']],
  ['["*://a.example", "http://localhost:*"]', ['*://a.example', 'http://localhost:*']],
  ['["capacitor://localhost"]', ['capacitor://localhost']],
])('origins %s are those that browsers send', (list, expected) => {
  expect(origins(list)).toEqual(expected);
});

test.each([
  ['["https://a.example/"]', 'expected scheme://host[:port], got https://a.example/'],
  ['["https://*.example/"]', 'expected *, or scheme://host[:port], got https://*.example/'],
  ['[a.example]', 'expected *, or scheme://host[:port], got a.example'],
  ['["null"]', 'expected *, or scheme://host[:port], got null'],
  ['["https://*.*.example"]', 'may have one * at most, got https://*.*.example'],
])('origins %s would match nothing, or too much', (list, reason) => {
  expect(problemsOf(() => origins(list))).toEqual([`cors.allowed_origins: ${reason}`]);
});

test('a name that is none of a header is refused', () => {
  expect(problemsOf(() => machine.loadText('cors: { allowed_headers: ["X-A:"] }'))).toEqual([
    'cors.allowed_headers: expected the name of a header, got X-A:',
  ]);
});
