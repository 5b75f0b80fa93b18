/** Why the configuration is refused when something has to be given and is not. */
export const missingValue = 'non-empty value is required';
