import { ServicesPage } from '../services-page.jsx';

export const dynamic = 'force-static';

export default ServicesPage;
