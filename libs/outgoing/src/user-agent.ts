import { VERSION } from '@pennon/executable';

/** Who a request says that asks. GitHub refuses requests without it, and firewalls look at it. */
export const USER_AGENT = `pennon/${VERSION}`;
