// Imported first: the reference is in English, regardless of this computer's language.
process.env['LC_ALL'] = 'en_GB.UTF-8';
