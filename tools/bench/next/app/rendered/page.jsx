import { ServicesPage } from '../services-page.jsx';

export const dynamic = 'force-dynamic';

export default ServicesPage;
