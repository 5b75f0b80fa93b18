/** Stands before a sign of a pattern that is meant as it is. */
const ESCAPE = '!';

/** The pattern of {@link contains} for a text. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, `${ESCAPE}$&`)}%`;
}

/**
 * The condition that a column contains a text, in upper or lower case.
 *
 * @param parameter The name of the parameter that is the {@link patternOf} the text.
 */
export function contains(column: string, parameter: string): string {
  return `LOWER(${column}) LIKE LOWER(:${parameter}) ESCAPE '${ESCAPE}'`;
}
