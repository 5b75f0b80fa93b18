import { createHashRouter } from 'react-router';
import { routes } from './routes';

/** In the fragment of the address, so that it works below any prefix and with any file server. */
export const router = createHashRouter(routes);
