const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'another process has just made it; name another file',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is no directory',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the file system is read-only',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is no UTF-8 text',
};

/** An error that says what could not be done to which file, and why. */
export function explainFileError(verb: 'read' | 'write', path: string, error: unknown): Error {
  const { code = '', message = String(error) } = Object(error) as Partial<NodeJS.ErrnoException>;
  return new Error(`cannot ${verb} ${path}: ${reasons[code] ?? message}`);
}
