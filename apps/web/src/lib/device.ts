const MOBILE = /Android|iPhone|iPad|iPod|webOS|BlackBerry|IEMobile|Opera Mini/i;

/** Whether a user agent names a phone or a tablet. */
export const isMobileUserAgent = (userAgent: string): boolean => MOBILE.test(userAgent);

export const isMobileDevice = (): boolean => isMobileUserAgent(navigator.userAgent);
