/** Why a value of Flipt is refused that this version does not implement. */
export const notSupported = 'is not supported by this version of Pennon';
