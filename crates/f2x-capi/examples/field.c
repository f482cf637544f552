/* An element of the field of the curves B-233 and K-233, its inverse, and their product.
 *
 * cc field.c $(pkg-config --cflags --libs f2x) -o field && ./field
 */
#include <f2x.h>
#include <stdio.h>

static int check(int status)
{
    if (status != F2X_OK)
        fprintf(stderr, "%s\n", f2x_message(status));
    return status;
}

int main(void)
{
    enum { FIELD = F2X_FIELD_233, WORDS = 4, BYTES = 30 };
    uint64_t a[WORDS] = {7, 0, 0, 1}, inverse[WORDS], product[WORDS];
    uint8_t bytes[BYTES];
    if (check(f2x_field_inverse(FIELD, inverse, a)) ||
        check(f2x_field_mul(FIELD, product, a, inverse)) ||
        check(f2x_field_to_bytes(FIELD, bytes, BYTES, product)))
        return 1;
    printf("level %s: ", f2x_level_name(f2x_level()));
    for (int i = 0; i < BYTES; i++)
        printf("%02x", (unsigned)bytes[i]);
    printf("\n");
    return 0;
}
