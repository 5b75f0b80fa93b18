import { CancelledError, InvalidArgumentError, NotFoundError } from '@pennon/domain';
import { errorBody, ofrepErrorBody, errorStatus } from './error-status';

describe('the body of an error', () => {
  const status = errorStatus(new NotFoundError('flag "default/foo" not found'));

  it('has code, message and details, and nothing else', () => {
    expect(errorBody(status, false)).toBe(
      String.raw`{"code":5,"message":"flag \"default/foo\" not found","details":[]}`,
    );
  });

  it('when pretty is indented and without details', () => {
    expect(errorBody(status, true)).toBe(
      String.raw`{
  "code": 5,
  "message": "flag \"default/foo\" not found"
}`,
    );
  });
});

describe('the body of an error below /ofrep', () => {
  it.each([
    [
      new NotFoundError('gone', { flagKey: 'f' }),
      '{"key":"f","errorCode":"FLAG_NOT_FOUND","errorDetails":"gone"}\n',
    ],
    [new InvalidArgumentError('bad'), '{"errorCode":"INVALID_CONTEXT","errorDetails":"bad"}\n'],
    [new CancelledError('left'), '{"errorCode":"GENERAL","errorDetails":"left"}\n'],
    [new Error('password=hunter2'), '{"errorCode":"GENERAL","errorDetails":"internal error"}\n'],
  ])('is in the words of OFREP: %p', (error, body) => {
    expect(ofrepErrorBody(errorStatus(error), false)).toBe(body);
  });

  it.each([
    [
      new InvalidArgumentError('bad'),
      'f',
      '{"key":"f","errorCode":"INVALID_CONTEXT","errorDetails":"bad"}\n',
    ],
    [new InvalidArgumentError('bad'), '', '{"key":"","errorCode":"INVALID_CONTEXT","errorDetails":"bad"}\n'],
    [
      new NotFoundError('gone', { flagKey: 'f' }),
      'g',
      '{"key":"f","errorCode":"FLAG_NOT_FOUND","errorDetails":"gone"}\n',
    ],
  ])('names the flag of the path where the error names none: %p, %p', (error, named, body) => {
    expect(ofrepErrorBody(errorStatus(error), false, named)).toBe(body);
  });
});
