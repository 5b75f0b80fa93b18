import { assertAttachment } from '@pennon/domain';
import { documentAttachment } from './json-text';

function isRefused(law: (text: string) => void, text: string): boolean {
  try {
    law(text);
    return false;
  } catch {
    return true;
  }
}

describe.each([187, 188, 189, 190, 200, 201, 5000])(
  'documents hold the attachments that the law allows',
  (levels) => {
    it.each([
      ['[', '', ']'],
      ['[', '1', ']'],
      ['{"a":', 'null', '}'],
      ['{"a":', '{}', '}'],
    ])(`${levels} levels of %s%s%s`, (open, value, close) => {
      const text = open.repeat(levels) + value + close.repeat(levels);
      expect(isRefused(documentAttachment, text)).toBe(isRefused(assertAttachment, text));
    });
  },
);
