/** Why a place that holds credentials is refused. */
export const noCredentials =
  'must hold no credentials: those come from the environment, as the AWS tools have it';
