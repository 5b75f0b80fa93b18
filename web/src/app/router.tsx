import { createHashRouter } from 'react-router';
import { routes } from './routes';
import { withTypedAddresses } from './typed-addresses';

/** In the fragment of the address, so that it works below any prefix and with any file server. */
export const router = withTypedAddresses(() => createHashRouter(routes));
