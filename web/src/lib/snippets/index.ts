import { csharp, go, java, rust } from './compiled-languages';
import { node, openFeature, react } from './javascript';
import { php, python, ruby } from './scripting-languages';
import { commandLine, curl } from './shell';
import {
  ENTITY_PLACEHOLDER,
  type Snippet,
  type SnippetLanguage,
  type SnippetQuestion,
  type SnippetRequest,
} from './snippet';

export { type Snippet, type SnippetLanguage } from './snippet';

/** The languages, in the order of their tabs. */
export const snippetLanguages: readonly { readonly language: SnippetLanguage; readonly label: string }[] = [
  { language: 'curl', label: 'curl' },
  { language: 'cli', label: 'CLI' },
  { language: 'node', label: 'Node' },
  { language: 'go', label: 'Go' },
  { language: 'python', label: 'Python' },
  { language: 'java', label: 'Java' },
  { language: 'ruby', label: 'Ruby' },
  { language: 'rust', label: 'Rust' },
  { language: 'csharp', label: 'C#' },
  { language: 'php', label: 'PHP' },
  { language: 'react', label: 'React' },
  { language: 'openfeature', label: 'OpenFeature' },
];

const writers: Readonly<Record<SnippetLanguage, (question: SnippetQuestion) => Snippet>> = {
  curl,
  cli: commandLine,
  node,
  go,
  python,
  java,
  ruby,
  rust,
  csharp,
  php,
  react,
  openfeature: openFeature,
};

/** Code that asks for a flag, complete but for the placeholders in angle brackets. */
export function snippetsFor({
  language,
  type,
  entityId = ENTITY_PLACEHOLDER,
  context = {},
  ...rest
}: SnippetRequest): Snippet {
  const isBoolean = type === 'boolean';
  return writers[language]({ ...rest, isBoolean, entityId, context: Object.entries(context) });
}
