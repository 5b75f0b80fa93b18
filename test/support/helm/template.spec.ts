import { Templates } from './template';

const dot = {
  name: 'pennon',
  count: 3,
  off: false,
  none: '',
  list: ['a', 'b'],
  map: { b: '2', a: '1' },
};

function written(template: string): string {
  return new Templates().read(template)(dot);
}

// What Helm 3 writes for them, by the documentation of Go's text/template and of Sprig.
it.each([
  ['a {{ .name }} b', 'a pennon b'],
  ['a\n  {{- .name -}}\n  b', 'apennonb'],
  ['{{/* a word */}}x{{- /* another */ -}} y', 'xy'],
  ['{{ .count }} {{ .off }} {{ "a|b (c)" }}', '3 false a|b (c)'],
  ['{{ if .off }}a{{ end }}{{ if not .off }}b{{ end }}', 'b'],
  ['{{ if and .count .list }}a{{ end }}{{ if and .count .none }}b{{ end }}', 'a'],
  ['{{ with .map }}{{ .a }}{{ end }}{{ with .none }}x{{ end }}', '1'],
  ['{{ range .list }}[{{ . }}]{{ end }}', '[a][b]'],
  [
    '{{ range $key, $value := .map }}{{ $key }}={{ $value }} {{ $.name }};{{ end }}',
    'a=1 pennon;b=2 pennon;',
  ],
  ['{{ range list "x" "y" }}{{ . }}{{ end }}', 'xy'],
  ['{{ $it := .name }}{{ with .map }}{{ $it }}{{ end }}', 'pennon'],
  ['{{ define "t" }}<{{ .a }} {{ $.b }}>{{ end }}{{ include "t" .map }}', '<1 2>'],
  ['{{ define "t" }}{{ .x.name }}{{ end }}{{ include "t" (dict "x" .) | quote }}', '"pennon"'],
  [
    '{{ printf "%s-%s" .name "a" }} {{ default "d" .none }} {{ .count | toString | quote }}',
    'pennon-a d "3"',
  ],
  ['x:{{ toYaml .list | nindent 2 }}', 'x:\n  - a\n  - b'],
])('writes %j', (template, text) => {
  expect(written(template)).toBe(text);
});

it.each([
  ['{{ .nothing }}', '.nothing is not there'],
  ['{{ .name.more }}', '.name.more goes through what is not there'],
  ['{{ .map }}', '{{ .map }} is no text'],
  ['{{ upper .name }}', 'no function is named upper'],
  ['{{ .name | upper }}', 'no function is named upper'],
  ['{{ $it }}', 'no variable is named $it'],
  ['{{ include "t" . }}', 'nothing is named t'],
  ['{{ if .name }}a', 'an end is missing'],
  ['{{ if .name }}a{{ else }}b{{ end }}', 'an end is missing'],
  ['a{{ end }}', 'there is an end of nothing'],
  ['{{ required "it must be given" .none }}', 'it must be given'],
  ['{{ .name % 2 }}', 'the action is not understood: .name % 2'],
  ['{{ (.name }}', 'a parenthesis is not closed: ( .name'],
])('refuses %j', (template, message) => {
  expect(() => written(template)).toThrow(message);
});
