/* Is a file still what it was? */
#ifndef RADDLE_CAMPAIGN_FILE_HASH_H
#define RADDLE_CAMPAIGN_FILE_HASH_H

/* Of its bytes, as hexadecimal digits, to be freed; "" if it cannot be read. */
char *file_hash(const char *path);

#endif
