import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** What S3 and its relatives allow in the name of a bucket, those made long ago included. */
const wellFormed = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,253}[a-zA-Z0-9]$/;

/** The name of a bucket alone. */
export const bucketName: Kind<string> = scalar('name of a bucket', (name) => {
  if (name.includes('/')) {
    throw new InvalidValueError('expected the name of a bucket alone, without s3:// and without a prefix');
  }
  if (!wellFormed.test(name)) {
    throw new InvalidValueError('expected the name of a bucket: 3 or more letters, digits, dots and hyphens');
  }
  return name;
});
