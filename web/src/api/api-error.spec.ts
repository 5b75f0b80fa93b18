import {
  ApiError,
  detailsOf,
  fieldOf,
  isForbidden,
  isNotFound,
  isReadOnlyError,
  isUnreachable,
} from './api-error';

const error = (httpStatus: number, code: number, message: string): ApiError =>
  new ApiError({ method: 'PUT', path: '/api/v1/namespaces/default' }, httpStatus, code, message);

describe('fieldOf', () => {
  it.each([
    ['invalid field name: must not be empty', 'name'],
    ['invalid field flag_key: must not be empty', 'flagKey'],
    ['invalid field threshold.percentage: must be within range [0, 100]', 'threshold.percentage'],
    ['invalid field segmentKey or segmentKeys: must not be empty', 'segmentKey'],
    ['flag "default/foo" is not unique', 'key'],
    ['variant "blue" is not unique for flag "default/foo"', 'key'],
    ['rank number: 2 already exists', 'rank'],
  ])('finds the field that %j names', (message, field) => {
    expect(fieldOf(error(400, 3, message))).toBe(field);
  });

  it('finds none in other refusals', () => {
    expect(fieldOf(error(400, 3, 'segment "default/foo" is in use'))).toBeUndefined();
    expect(fieldOf(error(500, 13, 'invalid field name: must not be empty'))).toBeUndefined();
    expect(fieldOf(new Error('invalid field name: must not be empty'))).toBeUndefined();
  });
});

describe('kinds of errors', () => {
  it('knows read-only mode by its text, whatever the status', () => {
    const refused = error(500, 13, 'modification is not allowed in read-only mode');
    expect(isReadOnlyError(refused)).toBe(true);
    expect(isUnreachable(refused)).toBe(false);
  });

  it('tells a server that cannot answer from one that refuses', () => {
    expect([0, 500, 502, 503, 504].map((status) => isUnreachable(error(status, 14, 'x')))).toEqual(
      Array(5).fill(true),
    );
    // 501 is a feature that is off.
    expect([400, 401, 403, 404, 501].map((status) => isUnreachable(error(status, 3, 'x')))).toEqual(
      Array(5).fill(false),
    );
    expect(isForbidden(error(403, 7, 'permission denied'))).toBe(true);
    expect(isNotFound(error(404, 5, 'flag "default/foo" not found'))).toBe(true);
  });
});

describe('detailsOf', () => {
  it('holds method, path, status, code and message, and nothing else', () => {
    expect(JSON.parse(detailsOf(error(400, 3, 'x')))).toEqual({
      method: 'PUT',
      path: '/api/v1/namespaces/default',
      status: 400,
      code: 3,
      message: 'x',
    });
  });
});
