import 'react';

declare module 'react' {
  // The custom properties that components set on elements.
  interface CSSProperties {
    '--editor-min-height'?: string;
  }
}
